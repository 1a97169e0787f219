import { sql, type Transaction, type Updateable } from 'kysely';
import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import type { RealtimeEvent } from '@izgodno/contract/realtime/events';
import type { Database, Schema } from '#schema/schema.ts';
import type { MessagesTable } from '#schema/chat.ts';
import { isUniqueViolation } from '#platform/database/violations.ts';
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts';
import { CallError } from '#platform/http/errors.ts';
import { holdRecipients } from '#features/notices/api.ts';
import { isShown } from '../channels/channel-rows.ts';
import { ChannelQueues, insertMessages, type NewMessage } from './insert-messages.ts';
import { findMessage, findSent, presentMessage, type MessageRow } from './message-rows.ts';
import { settleQuotation } from './shown-messages.ts';

export type MessagePatch = Omit<
  Updateable<MessagesTable>,
  'channel_id' | 'seq' | 'id' | 'version' | 'client_id' | 'sender_id' | 'created_at'
>;

type WithinStore = (transaction: Transaction<Schema>, row: MessageRow) => Promise<void>;

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

/**
 * Holds whom follows of a thread and notices of a comment name, before the message locks its channel: the
 * end of an account locks it before its channels.
 */
const holdNamed = async (
  transaction: Transaction<Schema>,
  { channelId, threadId, replyTo, mentions, sender }: NewMessage,
): Promise<void> => {
  const dealId = dealOfChannel(channelId);
  if (threadId === null && dealId === null) return;
  const { rows } = await sql<{ id: string | null }>`
    SELECT sender_id AS id FROM messages
     WHERE channel_id = ${channelId}::uuid AND id IN (${threadId}::uuid, ${replyTo?.id ?? null}::uuid)
     UNION ALL SELECT seller_id FROM deals WHERE id = ${dealId}::bigint`.execute(transaction);
  await holdRecipients(
    transaction,
    [sender, ...mentions, ...rows].map(({ id }) => id),
  );
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
export class MessageWriter {
  readonly #database: Database;
  readonly #publish: (channelId: string, events: readonly RealtimeEvent[]) => void;
  readonly #queues = new ChannelQueues((channelId, messages) =>
    this.#storeTogether(channelId, messages),
  );

  /** `publish` gets committed events, channel by channel in the order of versions. */
  constructor(
    database: Database,
    publish: (channelId: string, events: readonly RealtimeEvent[]) => void,
  ) {
    this.#database = database;
    this.#publish = publish;
  }

  /**
   * Stores a message once: the same client id of the same sender stores nothing new. `within` runs
   * in the storing transaction. Throws `channel_archived`.
   */
  store(message: NewMessage, within?: WithinStore): Promise<MessageRow> {
    return within === undefined && message.threadId === null
      ? this.#queues.join(message.channelId, message)
      : this.#queues.alone(message.channelId, () => this.#storeWith(message, within));
  }

  /**
   * Changes a message under its channel's lock. `decide` gets its current state and returns the
   * change, or null for none; `before` runs before the lock. The change of a comment on a removed deal
   * is not published; nodes read it if the deal comes back. Throws `not_found`.
   */
  change(
    channelId: string,
    messageId: string,
    decide: (row: MessageRow, transaction: Transaction<Schema>) => Promise<MessagePatch | null>,
    before?: (transaction: Transaction<Schema>) => Promise<void>,
  ): Promise<MessageRow> {
    return this.#queues.alone(channelId, async () => {
      const { row, isPublished } = await this.#database
        .transaction()
        .execute(async (transaction) => {
          await before?.(transaction);
          const channel = await transaction
            .selectFrom('channels as c')
            .select(isShown.as('shown'))
            .where('c.id', '=', channelId)
            .forUpdate()
            .executeTakeFirst();
          const found = await findMessage(transaction, messageId);
          if (found === null || found.channel_id !== channelId) throw new CallError('not_found');
          const patch = await decide(found, transaction);
          if (patch === null) return { row: found, isPublished: false };
          const version = await takeVersion(transaction, channelId);
          await transaction
            .updateTable('messages')
            .set({ ...patch, version })
            .where('channel_id', '=', channelId)
            .where('seq', '=', found.seq)
            .execute();
          const after = await findMessage(transaction, messageId);
          return { row: after ?? found, isPublished: channel?.shown === true };
        });
      if (isPublished) this.#publish(channelId, [changed(row)]);
      return row;
    });
  }

  async #findStored({ channelId, sender, clientId }: NewMessage): Promise<MessageRow> {
    const row = await findSent(this.#database, { channelId, senderId: sender.id, clientId });
    // Stored neither now nor before, because the channel is archived.
    if (row === null) throw new CallError('channel_archived');
    return row;
  }

  async #storeTogether(
    channelId: string,
    messages: readonly NewMessage[],
  ): Promise<readonly PromiseSettledResult<MessageRow>[]> {
    let rows: readonly (MessageRow | null)[];
    try {
      rows = await withoutRaces(() => insertMessages(this.#database, channelId, messages));
    } catch (error) {
      if (messages.length === 1 || isDatabaseUnavailable(error)) throw error;
      // A message that cannot be stored must not fail the others.
      const results: PromiseSettledResult<MessageRow>[] = [];
      for (const message of messages)
        results.push(...(await Promise.allSettled([this.#storeAlone(channelId, message)])));
      return results;
    }
    const fresh = rows.filter((row) => row !== null);
    if (fresh.length > 0) this.#publish(channelId, fresh.map(created));
    return Promise.allSettled(
      messages.map(async (message, index) => rows[index] ?? this.#findStored(message)),
    );
  }

  async #storeAlone(channelId: string, message: NewMessage): Promise<MessageRow> {
    const [result] = await this.#storeTogether(channelId, [message]);
    if (result?.status === 'fulfilled') return result.value;
    throw result?.reason;
  }

  /** Stores a message in one transaction with its files and its thread's counters. */
  async #storeWith(message: NewMessage, within: WithinStore | undefined): Promise<MessageRow> {
    const { channelId, threadId } = message;
    const stored = await withoutRaces(() =>
      this.#database.transaction().execute(async (transaction) => {
        await holdNamed(transaction, message);
        const [inserted = null] = await insertMessages(transaction, channelId, [message]);
        if (inserted === null) return null;
        const row = await settleQuotation(transaction, inserted);
        await within?.(transaction, row);
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
    if (stored === null) return this.#findStored(message);
    const { row, root } = stored;
    this.#publish(channelId, [created(row), ...(root === null ? [] : [changed(root)])]);
    return row;
  }
}
