import { sql, type Transaction, type Updateable } from 'kysely';
import type { RealtimeEvent } from '@izgodno/contract/realtime/events';
import type { Connection, Database } from '#platform/database/database.ts';
import type { KeptAttachment, MessagesTable } from '#platform/database/schema/chat.ts';
import type { Schema } from '#platform/database/schema.ts';
import { isUniqueViolation } from '#platform/database/violations.ts';
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts';
import { CallError } from '#platform/http/errors.ts';
import { createChannelQueues, type ChannelQueues } from './channel-queues.ts';
import { findMessage, findSent, presentMessage, type MessageRow } from './message-rows.ts';

/** A message as its sender gives it, checked and with all that can be known before it has a place. */
export interface NewMessage {
  readonly id: string;
  readonly channelId: string;
  readonly clientId: string;
  readonly sender: { readonly id: string; readonly name: string };
  readonly text: string;
  readonly searchWords: string;
  readonly attachments: readonly KeptAttachment[];
  readonly links: MessageRow['links'];
  readonly mentions: MessageRow['mentions'];
  readonly mentionsAll: boolean;
  readonly replyTo: MessageRow['reply_to'];
  readonly threadId: string | null;
  readonly createdAt: Date;
}

export type MessagePatch = Omit<
  Updateable<MessagesTable>,
  'channel_id' | 'seq' | 'id' | 'version' | 'client_id' | 'sender_id' | 'created_at'
>;

export interface MessageWriterOptions {
  readonly database: Database;
  /** Told of what has been committed, channel by channel in the order of versions. */
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
   * Changes a message under its channel's lock. `decide` sees it as it is and says what to change;
   * null changes nothing. Throws `not_found`.
   */
  change(
    channelId: string,
    messageId: string,
    decide: (row: MessageRow, transaction: Transaction<Schema>) => Promise<MessagePatch | null>,
  ): Promise<MessageRow>;
}

interface Placed {
  readonly sender_id: string;
  readonly client_id: string;
  readonly seq: number;
  readonly version: number;
}

const keyOf = (senderId: string, clientId: string): string => `${senderId} ${clientId}`;

/**
 * Gives the messages of one channel that are not stored yet their places, in one statement: the lock
 * of the channel's row is held for its commit only, however many they are.
 */
const insertMessages = async (
  connection: Connection,
  channelId: string,
  messages: readonly NewMessage[],
): Promise<readonly Placed[]> => {
  const incoming = messages.map((message, index) => ({
    place: index,
    id: message.id,
    client_id: message.clientId,
    sender_id: message.sender.id,
    text: message.text,
    search_words: message.searchWords,
    attachments: message.attachments,
    links: message.links,
    mentions: message.mentions,
    mentions_all: message.mentionsAll,
    reply_to: message.replyTo,
    thread_id: message.threadId,
    created_at: message.createdAt,
  }));
  const { rows } = await sql<Placed>`
    WITH incoming AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(incoming)}::jsonb) AS i(
        place integer, id uuid, client_id uuid, sender_id uuid, text text, search_words text,
        attachments jsonb, links jsonb, mentions jsonb, mentions_all boolean, reply_to jsonb,
        thread_id uuid, created_at timestamptz)
    ), fresh AS (
      SELECT i.*, row_number() OVER (ORDER BY i.place) AS step FROM incoming i
      WHERE NOT EXISTS (
        SELECT FROM messages m WHERE m.channel_id = ${channelId}::uuid
          AND m.sender_id = i.sender_id AND m.client_id = i.client_id)
    ), counted AS (
      UPDATE channels SET last_seq = last_seq + (SELECT count(*) FROM fresh),
        version = version + (SELECT count(*) FROM fresh)
      WHERE id = ${channelId}::uuid AND archived_at IS NULL
      RETURNING last_seq - (SELECT count(*) FROM fresh) AS seq, version - (SELECT count(*) FROM fresh) AS version
    )
    INSERT INTO messages (channel_id, seq, version, id, client_id, sender_id, text, search_words,
      attachments, links, mentions, mentions_all, reply_to, thread_id, created_at)
    SELECT ${channelId}::uuid, counted.seq + step, counted.version + step, fresh.id, client_id, sender_id,
      text, search_words, attachments, links, mentions, mentions_all,
      nullif(reply_to, 'null'::jsonb), thread_id, created_at
    FROM fresh, counted
    RETURNING sender_id, client_id, seq, version`.execute(connection);
  return rows;
};

const asRow = (message: NewMessage, { seq, version }: Placed): MessageRow => ({
  channel_id: message.channelId,
  seq,
  id: message.id,
  version,
  client_id: message.clientId,
  sender_id: message.sender.id,
  sender_name: message.sender.name,
  text: message.text,
  attachments: [...message.attachments],
  links: message.links,
  mentions: message.mentions,
  mentions_all: message.mentionsAll,
  reactions: [],
  reply_to: message.replyTo,
  thread_id: message.threadId,
  reply_count: 0,
  created_at: message.createdAt,
  edited_at: null,
  deleted_at: null,
  pinned_at: null,
});

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

/** Tries again while another node stores the same message at the same time. */
const withoutRaces = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return work();
  }
};

/** Writes messages and their changes, and tells of them in the order in which they were committed. */
export const createMessageWriter = ({
  database,
  announce,
}: MessageWriterOptions): MessageWriter => {
  const answerKnown = async (message: NewMessage): Promise<MessageRow> => {
    const row = await findSent(database, message.channelId, message.sender.id, message.clientId);
    // Neither stored now nor before: the channel took no more messages.
    if (row === null) throw new CallError('channel_archived');
    return row;
  };

  const storeTogether = async (
    channelId: string,
    messages: readonly NewMessage[],
  ): Promise<readonly PromiseSettledResult<MessageRow>[]> => {
    let placed: readonly Placed[];
    try {
      placed = await withoutRaces(() => insertMessages(database, channelId, messages));
    } catch (error) {
      if (messages.length === 1 || isDatabaseUnavailable(error)) throw error;
      // One that cannot be stored must not take the others with it.
      const results: PromiseSettledResult<MessageRow>[] = [];
      for (const message of messages)
        results.push(...(await Promise.allSettled([storeAlone(channelId, message)])));
      return results;
    }
    const places = new Map(placed.map((place) => [keyOf(place.sender_id, place.client_id), place]));
    const rows = messages.map((message) => {
      const place = places.get(keyOf(message.sender.id, message.clientId));
      return place === undefined ? null : asRow(message, place);
    });
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

  /** With what belongs to it, in one transaction: files that it takes over, the thread it adds to. */
  const storeWith = async (
    message: NewMessage,
    within: ((transaction: Transaction<Schema>) => Promise<void>) | undefined,
  ): Promise<MessageRow> => {
    const { channelId, threadId } = message;
    const stored = await withoutRaces(() =>
      database.transaction().execute(async (transaction) => {
        const [place] = await insertMessages(transaction, channelId, [message]);
        if (place === undefined) return null;
        await within?.(transaction);
        if (threadId === null) return { place, root: null };
        const version = await takeVersion(transaction, channelId);
        await transaction
          .updateTable('messages')
          .set({ reply_count: sql`reply_count + 1`, version })
          .where('channel_id', '=', channelId)
          .where('id', '=', threadId)
          .execute();
        return { place, root: await findMessage(transaction, threadId) };
      }),
    );
    if (stored === null) return answerKnown(message);
    const row = asRow(message, stored.place);
    announce(channelId, [created(row), ...(stored.root === null ? [] : [changed(stored.root)])]);
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
