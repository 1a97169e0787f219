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
  readonly searchWords: string;
  readonly attachments: readonly StoredAttachment[];
  readonly links: MessageRow['links'];
  readonly mentions: MessageRow['mentions'];
  readonly mentionsAll: boolean;
  readonly replyTo: MessageRow['reply_to'];
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
  const { rows } = await sql<MessagePosition>`
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
  thread_id: message.threadId,
  reply_count: 0,
  created_at: message.createdAt,
  edited_at: null,
  deleted_at: null,
  pinned_at: null,
});

/**
 * Stores messages of one channel in one statement, so that the channel's row is locked only for one
 * commit. Returns what was stored, in the order given; null for those that were stored before, and
 * for all if the channel is archived.
 */
export const insertMessages = async (
  connection: Connection,
  channelId: string,
  messages: readonly NewMessage[],
): Promise<readonly (MessageRow | null)[]> => {
  const places = new Map(
    (await insertFresh(connection, channelId, messages)).map((place) => [
      keyOf(place.sender_id, place.client_id),
      place,
    ]),
  );
  return messages.map((message) => {
    const place = places.get(keyOf(message.sender.id, message.clientId));
    return place === undefined ? null : asRow(message, place);
  });
};
