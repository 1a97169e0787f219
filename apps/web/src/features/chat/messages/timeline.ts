import type { Message } from '@izgodno/contract/chat/message';
import { messagesOf, reachesEnd, stretchAround, type ChannelLog } from './channel-log.ts';
import type { OutboxEntry } from '../composer/outbox.ts';

/** Messages of one sender within this time are grouped under one name, in milliseconds. */
const GROUP_WINDOW_MS = 5 * 60_000;

/**
 * An item in the list of messages, from the top. `key` stays the same as long as the item exists.
 */
export type TimelineItem =
  | { readonly kind: 'start'; readonly key: string }
  /** `day` is the local date from `localDay`. */
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'new'; readonly key: string }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: Message;
      /** Follows another message of the same sender, so name and avatar are left out. */
      readonly grouped: boolean;
    }
  | {
      readonly kind: 'pending';
      readonly key: string;
      readonly entry: OutboxEntry;
      readonly grouped: boolean;
    };

export interface Timeline {
  readonly items: readonly TimelineItem[];
  /** Whether the newest message is among them. */
  readonly atEnd: boolean;
}

export interface TimelineWish {
  readonly log: ChannelLog;
  /** The unsent messages of the channel, in order. */
  readonly pending: readonly OutboxEntry[];
  readonly userId: string;
  /** A message within the visible range; null for the newest. */
  readonly around: number | null;
  /** The read position when the channel was opened; 'New messages' comes after it. */
  readonly readSeq: number;
  /** The local date of a time, such as 2026-11-21. */
  readonly dayOf: (iso: string) => string;
}

interface Said {
  readonly senderId: string;
  readonly at: string;
}

const follows = (before: Said | null, { senderId, at }: Said): boolean =>
  before !== null &&
  before.senderId === senderId &&
  Date.parse(at) - Date.parse(before.at) < GROUP_WINDOW_MS;

/** Known messages after the loaded ones, with a gap before them. */
const laterThan = (log: ChannelLog, loaded: readonly Message[]): readonly Message[] => {
  const last = loaded.at(-1)?.seq ?? 0;
  return [...log.messages.values()]
    .filter(({ seq }) => seq > last)
    .toSorted((one, other) => one.seq - other.seq);
};

/** Builds the list of messages with day lines and the line of new messages. */
export const timelineOf = (wish: TimelineWish): Timeline => {
  const { log, pending, userId, around, readSeq, dayOf } = wish;
  const stretch = stretchAround(log, around);
  const loaded = stretch === null ? [] : messagesOf(log, stretch);
  const atEnd =
    log.loaded &&
    (stretch === null ? log.lastSeq === 0 : stretch.to === log.lastSeq && reachesEnd(log));
  // On the way to the newest messages, those that are known already are shown at once.
  const isOnItsWay = !atEnd && around === null;
  const messages = isOnItsWay ? [...loaded, ...laterThan(log, loaded)] : loaded;
  const items: TimelineItem[] = [];
  let before: Said | null = null;
  let day = '';
  let newFound = false;

  const first = messages[0]?.seq ?? 1;
  if (log.loaded && first === 1) items.push({ kind: 'start', key: 'start' });

  const beginDay = (at: string): void => {
    const next = dayOf(at);
    if (next === day) return;
    day = next;
    before = null;
    items.push({ kind: 'day', key: `day-${next}`, day: next });
  };

  for (const message of messages) {
    const said: Said = { senderId: message.sender.id, at: message.createdAt };
    beginDay(message.createdAt);
    if (!newFound && message.seq > readSeq && message.sender.id !== userId) {
      newFound = true;
      // If all loaded messages are new, the line may be before them.
      if (readSeq >= first - 1) {
        items.push({ kind: 'new', key: 'new' });
        before = null;
      }
    }
    const grouped = follows(before, said) && message.replyTo === null;
    // The message keeps its key after the server has stored it.
    items.push({ kind: 'message', key: message.clientId, message, grouped });
    before = said;
  }

  if (atEnd || isOnItsWay) {
    const stored = new Set(messages.map(({ clientId }) => clientId));
    for (const entry of pending) {
      // The server's event arrived before the response.
      if (stored.has(entry.clientId)) continue;
      const said: Said = { senderId: userId, at: entry.createdAt };
      beginDay(entry.createdAt);
      const grouped = follows(before, said) && entry.replyTo === null;
      items.push({ kind: 'pending', key: entry.clientId, entry, grouped });
      before = said;
    }
  }
  return { items, atEnd };
};

/** The user's newest message that matches. */
export const newestOwn = (
  items: readonly TimelineItem[],
  userId: string,
  isFit: (message: Message) => boolean,
): Message | undefined => {
  const found = items.findLast(
    (item) => item.kind === 'message' && item.message.sender.id === userId && isFit(item.message),
  );
  return found?.kind === 'message' ? found.message : undefined;
};
