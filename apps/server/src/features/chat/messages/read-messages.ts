import * as z from 'zod/mini';
import type {
  listChannelFiles as listChannelFilesCall,
  listPins as listPinsCall,
} from '@izgodno/contract/chat/channel-calls';
import { MAX_PINS } from '@izgodno/contract/chat/limits';
import type { findMessageAt as findMessageAtCall } from '@izgodno/contract/chat/find-calls';
import type * as calls from '@izgodno/contract/chat/message-calls';
import type { Connection } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutPageBy, readPageCursor } from '#platform/http/page-cursor.ts';
import { cutShortList } from '#platform/http/short-list.ts';
import { enterChannel, readMessage } from '../channels/channel-context.ts';
import type { ChatCall } from '../chat-context.ts';
import {
  findMessage,
  listAfter,
  listBefore,
  listPinned,
  listReplies,
  listWithFiles,
  presentMessage,
  reactionsOf,
  seqAt,
  type PlacedRow,
} from './message-rows.ts';

/** The `seq` of a message, or its id. */
type Position = number | string | undefined;

interface PageQuery {
  readonly limit: number;
  readonly before?: Position;
  readonly after?: Position;
  readonly around?: Position;
}

interface MessagePage {
  readonly rows: readonly PlacedRow[];
  readonly hasMore: boolean;
}

/**
 * The channel's position when the page was read; later changes are sent again. If two statements
 * read the rows, the earlier position counts. Null for an empty page.
 */
const positionOf = ({
  rows,
}: MessagePage): { readonly version: number; readonly lastSeq: number } | null =>
  rows.length === 0
    ? null
    : {
        version: Math.min(...rows.map((row) => row.channel_version)),
        lastSeq: Math.max(...rows.map((row) => row.channel_last_seq)),
      };

/**
 * A page around a message: half before it, half from it on; each side fills what the other lacks.
 */
const readAround = async (
  connection: Connection,
  channelId: string,
  seq: number,
  limit: number,
): Promise<MessagePage> => {
  const [before, after] = await Promise.all([
    listBefore(connection, channelId, seq, limit + 1),
    listAfter(connection, channelId, seq - 1, limit + 1),
  ]);
  const half = Math.floor(limit / 2);
  const older = Math.min(before.length, Math.max(half, limit - after.length));
  const newer = Math.min(after.length, limit - older);
  return {
    rows: [...before.slice(0, older).reverse(), ...after.slice(0, newer)],
    hasMore: older < before.length || newer < after.length,
  };
};

/** Throws `not_found` for the id of a message that is not of the channel. */
const seqOf = async (
  connection: Connection,
  channelId: string,
  position: Position,
): Promise<number | undefined> => {
  if (typeof position !== 'string') return position;
  const message = await findMessage(connection, position);
  if (message === null || message.channel_id !== channelId) throw new CallError('not_found');
  return message.seq;
};

/** Reads one page of a channel (contract, `listMessages`). Throws `not_found`. */
const readPage = async (
  connection: Connection,
  channelId: string,
  { limit, ...positions }: PageQuery,
): Promise<MessagePage> => {
  const around = await seqOf(connection, channelId, positions.around);
  if (around !== undefined) return readAround(connection, channelId, around, limit);
  const before = await seqOf(connection, channelId, positions.before);
  const after = await seqOf(connection, channelId, positions.after);
  const rows =
    after === undefined
      ? await listBefore(connection, channelId, before ?? null, limit + 1)
      : await listAfter(connection, channelId, after, limit + 1);
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
};

export const listMessages: ChatCall<typeof calls.listMessages> = async (
  chat,
  { params, query, user },
) => {
  const { database } = chat;
  // Runs both in parallel, because every opening of a channel makes this call; a page that the
  // user may not read is dropped.
  const [{ channel }, read] = await Promise.all([
    enterChannel(chat, user, params.channelId),
    readPage(database, params.channelId, query),
  ]);
  const known = positionOf(read);
  // An empty page has no position. It is read again after the channel, because a message may have
  // arrived in between.
  const page = known === null ? await readPage(database, channel.id, query) : read;
  const ids = page.rows.flatMap((row) => (row.reactions.length > 0 ? [row.id] : []));
  return {
    total: known?.lastSeq ?? Math.max(channel.last_seq, ...page.rows.map(({ seq }) => seq)),
    version: known?.version ?? channel.version,
    messages: page.rows.map(presentMessage),
    hasMore: page.hasMore,
    ownReactions: await reactionsOf(database, channel.id, user.id, ids),
  };
};

export const findMessageAt: ChatCall<typeof findMessageAtCall> = async (
  chat,
  { params, query, user },
) => {
  await enterChannel(chat, user, params.channelId);
  return { seq: await seqAt(chat.database, params.channelId, new Date(query.time)) };
};

export const getMessage: ChatCall<typeof calls.getMessage> = async (chat, { params, user }) => ({
  message: presentMessage((await readMessage(chat, user, params.id)).message),
});

export const getThread: ChatCall<typeof calls.getThread> = async (
  chat,
  { params, query, user },
) => {
  const { database } = chat;
  const { message } = await readMessage(chat, user, params.id);
  const thread =
    message.thread_id === null ? message : await findMessage(database, message.thread_id);
  const root = thread ?? message;
  const before = await seqOf(database, root.channel_id, query.before);
  const rows = await listReplies(database, root, before ?? null, query.limit + 1);
  return {
    root: presentMessage(root),
    replies: rows.slice(0, query.limit).toReversed().map(presentMessage),
    hasMore: rows.length > query.limit,
  };
};

export const listPins: ChatCall<typeof listPinsCall> = async (chat, { params, query, user }) => {
  await enterChannel(chat, user, params.id);
  const pinned = await listPinned(chat.database, params.id, MAX_PINS);
  const { rows, nextCursor } = cutShortList(pinned, query, ({ pinned_at, created_at, id }) => [
    (pinned_at ?? created_at).toISOString(),
    id,
  ]);
  return { messages: rows.map(presentMessage), nextCursor };
};

/** Greater than the number of any message. */
const END = Number.MAX_SAFE_INTEGER;

export const listChannelFiles: ChatCall<typeof listChannelFilesCall> = async (
  chat,
  { params, query, user },
) => {
  await enterChannel(chat, user, params.id);
  const before = readPageCursor(z.tuple([z.int()]), query.cursor)?.[0] ?? END;
  const found = await listWithFiles(chat.database, params.id, before, query.limit + 1);
  const { rows, nextCursor } = cutPageBy(found, query.limit, ({ seq }) => [seq]);
  return {
    files: rows
      .map(presentMessage)
      .flatMap(({ id: messageId, seq, sender, createdAt, attachments }) =>
        attachments.map((attachment) => ({ attachment, messageId, seq, sender, createdAt })),
      ),
    nextCursor,
  };
};
