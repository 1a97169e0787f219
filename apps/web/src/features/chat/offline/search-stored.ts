import type { OwnChannel } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import {
  parseSearchText,
  SELF_NAMES,
  type SearchPart,
  type SearchText,
} from '@izgodno/contract/chat/search-text';
import { fold, WORDS } from '../search/highlight.ts';
import { channelName } from '../channels/channel-name.ts';
import type { StoredLog } from './stored-log.ts';

/** The maximum number of messages that a search finds. */
const MOST_FOUND = 50;

const wordsOf = (text: string): readonly string[] =>
  [...fold(text).matchAll(WORDS)].map(([word]) => word);

const has: Record<SearchPart, (message: Message) => boolean> = {
  file: ({ attachments }) => attachments.length > 0,
  image: ({ attachments }) => attachments.some(({ mimeType }) => mimeType.startsWith('image/')),
  link: ({ text }) => /https?:\/\//i.test(text),
};

export interface StoredSearch {
  readonly text: string;
  /** Null: of any sender. */
  readonly senderId: string | null;
  readonly userId: string;
  /** The channels to search. */
  readonly channels: readonly OwnChannel[];
}

const isNamed = (channel: OwnChannel, userId: string, names: readonly string[]): boolean =>
  names.length === 0 ||
  names.some((name) => channelName(channel, userId).toLowerCase().includes(name));

const isFound = (
  message: Message,
  wanted: SearchText,
  words: readonly string[],
  { senderId, userId }: StoredSearch,
): boolean => {
  const { sender, attachments, text, createdAt, deletedAt } = message;
  if (deletedAt !== null || (senderId !== null && sender.id !== senderId)) return false;
  if (wanted.before !== null && createdAt >= wanted.before) return false;
  if (!wanted.has.every((part) => has[part](message))) return false;
  const isSender = (name: string): boolean =>
    SELF_NAMES.has(name) ? sender.id === userId : sender.name.toLowerCase().includes(name);
  if (wanted.from.length > 0 && !wanted.from.some(isSender)) return false;
  const held = wordsOf([text, ...attachments.map(({ fileName }) => fileName)].join(' '));
  return words.every((word) => held.some((each) => each.startsWith(word)));
};

/**
 * Finds stored messages by the beginnings of their words and by the operators of the search, newest
 * first. Other forms of a word are found by the server only.
 */
export const searchStored = async (
  logs: AsyncIterable<StoredLog>,
  search: StoredSearch,
): Promise<readonly Message[]> => {
  const wanted = parseSearchText(search.text);
  const words = wordsOf(wanted.words);
  const channels = new Set(
    search.channels
      .filter((channel) => isNamed(channel, search.userId, wanted.in))
      .map(({ id }) => id),
  );
  const found: Message[] = [];
  for await (const { channelId, messages } of logs) {
    if (!channels.has(channelId)) continue;
    found.push(...messages.filter((message) => isFound(message, wanted, words, search)));
  }
  return found
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .slice(0, MOST_FOUND);
};
