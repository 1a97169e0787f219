import { sql } from 'kysely';
import type { Connection } from '#schema/schema.ts';
import type { StoredAttachment } from '#schema/chat.ts';
import type { MessageRow } from './message-rows.ts';

/** A validated message before it has a number in its channel. */
export interface NewMessage {
  readonly id: string;
  readonly channelId: string;
  readonly clientId: string;
  readonly sender: { readonly id: string; readonly name: string };
  readonly text: string;
  readonly searchTerms: string;
  readonly attachments: readonly StoredAttachment[];
  readonly links: MessageRow['links'];
  readonly mentions: MessageRow['mentions'];
  readonly mentionsAll: boolean;
  readonly replyTo: MessageRow['reply_to'];
  readonly forwarded: MessageRow['forwarded'];
  readonly threadId: string | null;
  readonly createdAt: Date;
}

/** A message's number and version in its channel. */
interface MessagePosition {
  readonly sender_id: string;
  readonly client_id: string;
  readonly seq: number;
  readonly version: number;
}

const keyOf = (senderId: string, clientId: string): string => `${senderId} ${clientId}`;

const insertFresh = async (
  connection: Connection,
  channelId: string,
  messages: readonly NewMessage[],
): Promise<readonly MessagePosition[]> => {
  const incoming = messages.map((message, index) => ({
    ordinal: index,
    id: message.id,
    client_id: message.clientId,
    sender_id: message.sender.id,
    text: message.text,
    search_words: message.searchTerms,
    attachments: message.attachments,
    links: message.links,
    mentions: message.mentions,
    mentions_all: message.mentionsAll,
    reply_to: message.replyTo,
    forwarded: message.forwarded,
    thread_id: message.threadId,
    created_at: message.createdAt,
  }));
  const { rows } = await sql<MessagePosition>`
    WITH incoming AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(incoming)}::jsonb) AS i(
        ordinal integer, id uuid, client_id uuid, sender_id uuid, text text, search_words text,
        attachments jsonb, links jsonb, mentions jsonb, mentions_all boolean, reply_to jsonb,
        forwarded jsonb, thread_id uuid, created_at timestamptz)
    ), fresh AS (
      SELECT i.*, row_number() OVER (ORDER BY i.ordinal) AS step FROM incoming i
      WHERE NOT EXISTS (
        SELECT FROM messages m WHERE m.channel_id = ${channelId}::uuid
          AND m.sender_id = i.sender_id AND m.client_id = i.client_id)
    ), counted AS (
      UPDATE channels SET last_seq = last_seq + (SELECT count(*) FROM fresh),
        version = version + (SELECT count(*) FROM fresh)
      WHERE id = ${channelId}::uuid AND archived_at IS NULL
      RETURNING last_seq - (SELECT count(*) FROM fresh) AS seq, version - (SELECT count(*) FROM fresh) AS version
    ), front AS (
      SELECT f.sender_id, coalesce(
        (SELECT min(o.step) - 1 FROM fresh o WHERE o.sender_id <> f.sender_id),
        (SELECT count(*) FROM fresh)) AS length
      FROM fresh f WHERE f.step = 1
    ), raised AS (
      UPDATE channel_members cm
      SET read_seq = CASE cm.read_seq WHEN counted.seq THEN counted.seq + front.length ELSE cm.read_seq END
      FROM front, counted
      WHERE cm.channel_id = ${channelId}::uuid AND cm.user_id = front.sender_id
    )
    INSERT INTO messages (channel_id, seq, version, id, client_id, sender_id, text, search_words,
      attachments, links, mentions, mentions_all, reply_to, forwarded, thread_id,
      created_at)
    SELECT ${channelId}::uuid, counted.seq + step, counted.version + step, fresh.id, client_id, sender_id,
      text, search_words, attachments, links, mentions, mentions_all,
      nullif(reply_to, 'null'::jsonb), nullif(forwarded, 'null'::jsonb), thread_id, created_at
    FROM fresh, counted
    RETURNING sender_id, client_id, seq, version`.execute(connection);
  return rows;
};

const asRow = (message: NewMessage, { seq, version }: MessagePosition): MessageRow => ({
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
  forwarded: message.forwarded,
  thread_id: message.threadId,
  reply_count: 0,
  created_at: message.createdAt,
  edited_at: null,
  deleted_at: null,
  pinned_at: null,
});

/**
 * Stores messages of one channel in one statement, so that the channel's row is locked only for one
 * commit. A sender who had read everything before has also read their own message; unread messages
 * before it stay unread. The sender's position is locked in any case, so that a reading of theirs at the
 * same time sees the message (`lockPositions`). Returns what was stored, in the order given; null for
 * those that were stored before, and for all if the channel is archived.
 */
export const insertMessages = async (
  connection: Connection,
  channelId: string,
  messages: readonly NewMessage[],
): Promise<readonly (MessageRow | null)[]> => {
  const rows = new Map(
    (await insertFresh(connection, channelId, messages)).map((row) => [
      keyOf(row.sender_id, row.client_id),
      row,
    ]),
  );
  return messages.map((message) => {
    const row = rows.get(keyOf(message.sender.id, message.clientId));
    return row === undefined ? null : asRow(message, row);
  });
};

/** The largest number of messages of one channel stored in one statement. */
const MAX_BATCH = 100;

type Work = () => Promise<MessageRow>;

interface PendingMessage {
  readonly job: NewMessage | Work;
  readonly resolve: (row: MessageRow) => void;
  readonly reject: (reason: unknown) => void;
}

type StoreTogether = (
  channelId: string,
  messages: readonly NewMessage[],
) => Promise<readonly PromiseSettledResult<MessageRow>[]>;

/** The first job if it is work, else the messages before the next work. */
const takeBatch = (queue: PendingMessage[]): readonly PendingMessage[] => {
  const messages = queue.findIndex(({ job }) => typeof job === 'function');
  const size = Math.min(messages === -1 ? queue.length : messages, MAX_BATCH);
  return queue.splice(0, Math.max(1, size));
};

/**
 * One queue per channel, so that a node never blocks itself on the lock of a channel's row. Messages
 * that arrive while a statement runs are stored together by the next one. A busy channel therefore
 * stores as many messages a second as the database takes in batches; one by one it was 1,350.
 */
export class ChannelQueues {
  readonly #queues = new Map<string, PendingMessage[]>();
  readonly #storeTogether: StoreTogether;

  constructor(storeTogether: StoreTogether) {
    this.#storeTogether = storeTogether;
  }

  /** Stores a message in a batch with others that wait for the same channel. */
  join(channelId: string, message: NewMessage): Promise<MessageRow> {
    return this.#enqueue(channelId, message);
  }

  /** Does other work on the channel alone, in its turn. */
  alone(channelId: string, work: Work): Promise<MessageRow> {
    return this.#enqueue(channelId, work);
  }

  #enqueue(channelId: string, job: PendingMessage['job']): Promise<MessageRow> {
    return new Promise((resolve, reject) => {
      const waiting = { job, resolve, reject };
      const queue = this.#queues.get(channelId);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const fresh = [waiting];
      this.#queues.set(channelId, fresh);
      void this.#run(channelId, fresh);
    });
  }

  async #run(channelId: string, queue: PendingMessage[]): Promise<void> {
    while (queue.length > 0) {
      const batch = takeBatch(queue);
      try {
        await this.#settle(channelId, batch);
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    this.#queues.delete(channelId);
  }

  async #settle(channelId: string, batch: readonly PendingMessage[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    if (typeof first.job === 'function') {
      first.resolve(await first.job());
      return;
    }
    const messages = batch.flatMap(({ job }) => (typeof job === 'function' ? [] : [job]));
    const results = await this.#storeTogether(channelId, messages);
    for (const [index, waiting] of batch.entries()) {
      const result = results[index];
      if (result?.status === 'fulfilled') waiting.resolve(result.value);
      else waiting.reject(result?.reason);
    }
  }
}
