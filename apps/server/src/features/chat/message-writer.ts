import { sql, type Transaction, type Updateable } from 'kysely';
import type { RealtimeEvent } from '@izgodno/contract/realtime/events';
import type { Database } from '#schema/schema.ts';
import type { MessagesTable } from '#schema/chat.ts';
import type { Schema } from '#schema/schema.ts';
import { isUniqueViolation } from '#platform/database/violations.ts';
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts';
import { CallError } from '#platform/http/errors.ts';
import { createChannelQueues, type ChannelQueues } from './channel-queues.ts';
import { insertMessages, type NewMessage } from './insert-messages.ts';
import { findMessage, findSent, presentMessage, type MessageRow } from './message-rows.ts';

export type MessagePatch = Omit<
  Updateable<MessagesTable>,
  'channel_id' | 'seq' | 'id' | 'version' | 'client_id' | 'sender_id' | 'created_at'
>;

export interface MessageWriterOptions {
  readonly database: Database;
  /** Receives committed events, channel by channel in the order of versions. */
  readonly announce: (channelId: string, events: readonly RealtimeEvent[]) => void;
}

export interface MessageWriter {
  /**
   * Stores a message once: the same client id of the same sender stores nothing new. `within` runs in
   * the storing transaction. Throws `channel_archived`.
   */
  store(
    message: NewMessage,
    within?: (transaction: Transaction<Schema>) => Promise<void>,
  ): Promise<MessageRow>;
  /**
   * Changes a message under its channel's lock. `decide` gets its current state and returns the
   * change, or null for none. Throws `not_found`.
   */
  change(
    channelId: string,
    messageId: string,
    decide: (row: MessageRow, transaction: Transaction<Schema>) => Promise<MessagePatch | null>,
  ): Promise<MessageRow>;
}

const takeVersion = async (
  transaction: Transaction<Schema>,
  channelId: string,
): Promise<number> => {
  const { version } = await transaction
    .updateTable('channels')
    .set({ version: sql`version + 1` })
    .where('id', '=', channelId)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
};

const created = (row: MessageRow): RealtimeEvent => ({
  type: 'message.created',
  data: { message: presentMessage(row) },
});

const changed = (row: MessageRow): RealtimeEvent => ({
  type: 'message.changed',
  data: { message: presentMessage(row) },
});

/** Retries once if another node stored the same message at the same time. */
const withoutRaces = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return work();
  }
};

/**
 * Writes messages and their changes, and publishes them in the order in which they were committed.
 */
export const createMessageWriter = ({
  database,
  announce,
}: MessageWriterOptions): MessageWriter => {
  const answerKnown = async (message: NewMessage): Promise<MessageRow> => {
    const row = await findSent(database, message.channelId, message.sender.id, message.clientId);
    // Stored neither now nor before, because the channel is archived.
    if (row === null) throw new CallError('channel_archived');
    return row;
  };

  const storeTogether = async (
    channelId: string,
    messages: readonly NewMessage[],
  ): Promise<readonly PromiseSettledResult<MessageRow>[]> => {
    let rows: readonly (MessageRow | null)[];
    try {
      rows = await withoutRaces(() => insertMessages(database, channelId, messages));
    } catch (error) {
      if (messages.length === 1 || isDatabaseUnavailable(error)) throw error;
      // A message that cannot be stored must not fail the others.
      const results: PromiseSettledResult<MessageRow>[] = [];
      for (const message of messages)
        results.push(...(await Promise.allSettled([storeAlone(channelId, message)])));
      return results;
    }
    const fresh = rows.filter((row) => row !== null);
    if (fresh.length > 0) announce(channelId, fresh.map(created));
    return Promise.allSettled(
      messages.map(async (message, index) => rows[index] ?? answerKnown(message)),
    );
  };

  const storeAlone = async (channelId: string, message: NewMessage): Promise<MessageRow> => {
    const [result] = await storeTogether(channelId, [message]);
    if (result?.status === 'fulfilled') return result.value;
    throw result?.reason;
  };

  /** Stores a message in one transaction with its files and its thread's counters. */
  const storeWith = async (
    message: NewMessage,
    within: ((transaction: Transaction<Schema>) => Promise<void>) | undefined,
  ): Promise<MessageRow> => {
    const { channelId, threadId } = message;
    const stored = await withoutRaces(() =>
      database.transaction().execute(async (transaction) => {
        const [row = null] = await insertMessages(transaction, channelId, [message]);
        if (row === null) return null;
        await within?.(transaction);
        if (threadId === null) return { row, root: null };
        const version = await takeVersion(transaction, channelId);
        await transaction
          .updateTable('messages')
          .set({ reply_count: sql`reply_count + 1`, version })
          .where('channel_id', '=', channelId)
          .where('id', '=', threadId)
          .execute();
        return { row, root: await findMessage(transaction, threadId) };
      }),
    );
    if (stored === null) return answerKnown(message);
    const { row, root } = stored;
    announce(channelId, [created(row), ...(root === null ? [] : [changed(root)])]);
    return row;
  };

  const queues: ChannelQueues<NewMessage, MessageRow> = createChannelQueues(storeTogether);

  return {
    store: (message, within) =>
      within === undefined && message.threadId === null
        ? queues.join(message.channelId, message)
        : queues.alone(message.channelId, () => storeWith(message, within)),

    change: (channelId, messageId, decide) =>
      queues.alone(channelId, async () => {
        const { row, isNews } = await database.transaction().execute(async (transaction) => {
          await transaction
            .selectFrom('channels')
            .select('id')
            .where('id', '=', channelId)
            .forUpdate()
            .execute();
          const before = await findMessage(transaction, messageId);
          if (before === null || before.channel_id !== channelId) throw new CallError('not_found');
          const patch = await decide(before, transaction);
          if (patch === null) return { row: before, isNews: false };
          const version = await takeVersion(transaction, channelId);
          await transaction
            .updateTable('messages')
            .set({ ...patch, version })
            .where('channel_id', '=', channelId)
            .where('seq', '=', before.seq)
            .execute();
          const after = await findMessage(transaction, messageId);
          return { row: after ?? before, isNews: true };
        });
        if (isNews) announce(channelId, [changed(row)]);
        return row;
      }),
  };
};
