import type { OwnChannel } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import {
  parseSearchText,
  SELF_NAMES,
  type SearchPart,
  type SearchText,
} from '@izgodno/contract/chat/search-text';
import { nameFilter } from '@izgodno/contract/common/name-spellings';
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

type Condition<Subject> = (subject: Subject) => boolean;

const isNamed = (names: readonly string[], userId: string): Condition<OwnChannel> => {
  const filters = names.map(nameFilter);
  return (channel) =>
    filters.length === 0 || filters.some((contains) => contains(channelName(channel, userId)));
};

const isFrom = (names: readonly string[], userId: string): Condition<Message['sender']> => {
  const filters = names.filter((name) => !SELF_NAMES.has(name)).map(nameFilter);
  const isSelf = names.some((name) => SELF_NAMES.has(name));
  return ({ id, name }) =>
    names.length === 0 || (isSelf && id === userId) || filters.some((contains) => contains(name));
};

const isFound = (
  message: Message,
  wanted: SearchText,
  words: readonly string[],
  senderId: string | null,
): boolean => {
  const { sender, attachments, text, createdAt, deletedAt } = message;
  if (deletedAt !== null || (senderId !== null && sender.id !== senderId)) return false;
  if (wanted.before !== null && createdAt >= wanted.before) return false;
  if (!wanted.has.every((part) => has[part](message))) return false;
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
    search.channels.filter(isNamed(wanted.in, search.userId)).map(({ id }) => id),
  );
  const isSender = isFrom(wanted.from, search.userId);
  const found: Message[] = [];
  for await (const { channelId, messages } of logs) {
    if (!channels.has(channelId)) continue;
    for (const message of messages)
      if (isSender(message.sender) && isFound(message, wanted, words, search.senderId))
        found.push(message);
  }
  return found
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .slice(0, MOST_FOUND);
};
