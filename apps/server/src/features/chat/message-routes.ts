import type { FastifyInstance } from 'fastify';
import * as calls from '@izgodno/contract/chat/message-calls';
import type { Database } from '#schema/schema.ts';
import { addCall, addCallReadingAhead } from '#platform/http/add-call.ts';
import { cutPage, readLatestFirstCursor } from '#platform/http/page-cursor.ts';
import type { TextWords } from '#features/search/api.ts';
import type { ChannelAccess } from './channel-access.ts';
import { asFilesRefusal } from './files-refusal.ts';
import { listOwnChannels } from './channel-rows.ts';
import type { MessageFiles } from './message-files.ts';
import { positionOf, readPage } from './message-page.ts';
import {
  findMessage,
  listReplies,
  presentMessage,
  reactionsOf,
  searchRows,
} from './message-rows.ts';
import type { MessageService } from './message-service.ts';
import type { ReactionService } from './reaction-service.ts';

export interface MessageCallsOptions {
  readonly database: Database;
  readonly access: ChannelAccess;
  readonly messages: MessageService;
  readonly messageFiles: MessageFiles;
  readonly reactions: ReactionService;
  readonly words: TextWords;
}

const urlsOf = (attachments: readonly { readonly fileUrl: string | null }[]): string[] =>
  attachments.flatMap(({ fileUrl }) => fileUrl ?? []);

export const addMessageCalls = (app: FastifyInstance, options: MessageCallsOptions): void => {
  const { database, access, messages, messageFiles, reactions, words } = options;

  addCall(app, calls.listMessages, async ({ params, query, user }) => {
    // Runs both in parallel, because every opening of a channel makes this call; a page that the
    // user may not read is dropped.
    const [{ channel }, read] = await Promise.all([
      access.enter(user, params.channelId),
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
  });

  addCallReadingAhead(app, calls.sendMessage, {
    ahead: (userId, { body }) => messages.lookAhead(userId, body),
    handle: async ({ user, body, ahead }) => ({
      message: presentMessage(await messages.send(user, body, ahead)),
    }),
  });

  addCall(app, calls.getMessage, async ({ params, user }) => {
    const { message } = await access.read(user, params.id);
    return { message: presentMessage(message) };
  });

  void app.register(async (filing) => {
    filing.addHook('preSerialization', asFilesRefusal);

    addCall(filing, calls.updateFiles, async ({ params, body, user }) => {
      const row = await messageFiles.fill(user, params.id, body.fileUrls);
      return { fileUrls: urlsOf(row.attachments), error: null };
    });

    addCall(filing, calls.updateMessage, async ({ params, body, user }) => {
      const row =
        'text' in body
          ? await messages.edit(user, params.id, body.text)
          : await messageFiles.fill(user, params.id, body.fileUrls);
      return { message: presentMessage(row), fileUrls: urlsOf(row.attachments), error: null };
    });
  });

  addCall(app, calls.deleteMessage, async ({ params, user }) => ({
    message: presentMessage(await messages.delete(user, params.id)),
  }));

  addCall(app, calls.addReaction, async ({ params, user }) => ({
    message: presentMessage(await reactions.react(user, params.id, params.emoji)),
  }));

  addCall(app, calls.removeReaction, async ({ params, user }) => ({
    message: presentMessage(await reactions.unreact(user, params.id, params.emoji)),
  }));

  addCall(app, calls.pinMessage, async ({ params, user }) => ({
    message: presentMessage(await reactions.pin(user, params.id)),
  }));

  addCall(app, calls.unpinMessage, async ({ params, user }) => ({
    message: presentMessage(await reactions.unpin(user, params.id)),
  }));

  addCall(app, calls.getThread, async ({ params, query, user }) => {
    const { message } = await access.read(user, params.id);
    const root =
      message.thread_id === null ? message : await findMessage(database, message.thread_id);
    const before = query.before ?? null;
    const rows = await listReplies(database, root ?? message, before, query.limit + 1);
    return {
      root: presentMessage(root ?? message),
      replies: rows.slice(0, query.limit).toReversed().map(presentMessage),
      hasMore: rows.length > query.limit,
    };
  });

  addCall(app, calls.searchMessages, async ({ query, user }) => {
    const own = await listOwnChannels(database, user.id);
    const channelIds = own.flatMap(({ channel }) =>
      query.channelId === undefined || query.channelId === channel.id ? [channel.id] : [],
    );
    const before = readLatestFirstCursor(query.cursor);
    const looked = words.query(query.q);
    if (looked === null || channelIds.length === 0) return { messages: [], nextCursor: null };
    const rows = await searchRows(
      database,
      { words: looked, channelIds, from: query.from ?? null, before },
      query.limit + 1,
    );
    const page = cutPage(
      rows.map((row) => ({ at: row.created_at, id: row.id, row })),
      query.limit,
    );
    return {
      messages: page.rows.map(({ row }) => presentMessage(row)),
      nextCursor: page.nextCursor,
    };
  });
};
