import { messageSchema, type Message } from '@izgodno/contract/chat/message';
import * as z from 'zod/mini';
import {
  emptyLog,
  hasGap,
  messagesOf,
  reachesEnd,
  stretchAround,
  takeChange,
  takeMissed,
  takePage,
  type ChannelLog,
  type Missed,
  type Page,
} from '../messages/channel-log.ts';

/** The newest messages of a channel that are stored, at most. */
export const STORED_MESSAGES = 200;
/** The texts of one channel that are stored, in UTF-16 units: at most a megabyte. */
const STORED_TEXT = 500_000;

export const storedLogSchema = z.object({
  channelId: z.string(),
  /** The messages are those of this version of the channel. */
  version: z.int(),
  /** `seq` of the newest message of the channel, which is the last of the messages. */
  lastSeq: z.int(),
  /** In order and without a gap. */
  messages: z.array(messageSchema),
});
/** The newest messages of a channel as this device stores them. */
export type StoredLog = Readonly<z.infer<typeof storedLogSchema>>;

/** A change from an event, or all changes since a version. */
export type StoredChange = Message | Missed;

const isMessage = (change: StoredChange): change is Message => 'seq' in change;

export const pageOfStored = ({ messages, lastSeq, version }: StoredLog): Page => ({
  messages,
  total: lastSeq,
  version,
});

/**
 * The user's own reactions, by message. A message names only the first users of a reaction, so some
 * are missing until the server is asked.
 */
export const ownReactionsIn = (
  { messages }: StoredLog,
  userId: string | null,
): Record<string, readonly string[]> =>
  Object.fromEntries(
    messages.map(({ id, reactions }) => [
      id,
      reactions
        .filter(({ userIds }) => userId !== null && userIds.includes(userId))
        .map(({ emoji }) => emoji),
    ]),
  );

const logOfStored = (stored: StoredLog): ChannelLog =>
  takePage(emptyLog(stored.channelId), pageOfStored(stored));

/** The newest of the messages whose number and texts are within the limits. */
const newestOf = (messages: readonly Message[], most: number): Message[] => {
  let room = STORED_TEXT;
  const first = messages.findLastIndex(({ text }) => {
    room -= text.length;
    return room < 0;
  });
  return messages.slice(Math.max(first + 1, messages.length - most));
};

/** What a device stores of a log; null if the log lacks changes or the newest messages. */
export const storedOf = (log: ChannelLog, most = STORED_MESSAGES): StoredLog | null => {
  if (!log.loaded || hasGap(log) || !reachesEnd(log)) return null;
  const stretch = stretchAround(log, null);
  const messages = stretch === null ? [] : messagesOf(log, stretch);
  const { channelId, version, lastSeq } = log;
  return { channelId, version, lastSeq, messages: newestOf(messages, most) };
};

/**
 * Adds changes to stored messages. Null if a change before them is missing: the changes since the
 * stored version have to be requested.
 */
export const withChanges = (
  stored: StoredLog,
  changes: readonly StoredChange[],
  most?: number,
): StoredLog | null =>
  storedOf(
    changes.reduce<ChannelLog>(
      (log, change) => (isMessage(change) ? takeChange(log, change) : takeMissed(log, change)),
      logOfStored(stored),
    ),
    most,
  );

/**
 * Merges stored messages with the log of an open channel, which knows every change since it was
 * opened. Another tab may have stored a newer state.
 */
export const withLog = (
  stored: StoredLog | null,
  log: ChannelLog,
  most?: number,
): StoredLog | null => {
  const opened = storedOf(log, most);
  if (stored === null || opened === null) return opened ?? stored;
  return stored.version > opened.version
    ? stored
    : storedOf(takePage(log, pageOfStored(stored)), most);
};
