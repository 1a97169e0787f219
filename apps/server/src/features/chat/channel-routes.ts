import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as calls from '@izgodno/contract/chat/channel-calls';
import { MAX_PINS } from '@izgodno/contract/chat/limits';
import type { Database } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import { readPageCursor, writePageCursor } from '#platform/http/page-cursor.ts';
import type { ChannelAccess } from './channel-access.ts';
import { listActivity, listPublicChannels, viewChannel } from './channel-rows.ts';
import type { ChannelService } from './channel-service.ts';
import { listMemberRows } from './member-rows.ts';
import type { MemberService } from './member-service.ts';
import { listPinned, listWithFiles, presentMessage } from './message-rows.ts';
import type { OwnMembershipService } from './own-membership-service.ts';
import { presentMember, presentOwn, presentSeen } from './present-channel.ts';

export interface ChannelCallsOptions {
  readonly database: Database;
  readonly access: ChannelAccess;
  readonly channels: ChannelService;
  readonly members: MemberService;
  readonly ownMemberships: OwnMembershipService;
}

const namePlace = z.tuple([z.string(), z.uuid()]);

const readNameCursor = (cursor: string | undefined) => {
  const place = readPageCursor(namePlace, cursor);
  return place === null ? null : { name: place[0], id: place[1] };
};

/** Greater than the number of any message. */
const END = Number.MAX_SAFE_INTEGER;

export const addChannelCalls = (app: FastifyInstance, options: ChannelCallsOptions): void => {
  const { database, access, channels, members, ownMemberships } = options;

  addCall(app, calls.listChannels, async ({ user }) => {
    const views = await channels.list(user);
    return { channels: views.map((view) => presentOwn(view, view.membership)) };
  });

  addCall(app, calls.browseChannels, async ({ query, user }) => {
    const views = await listPublicChannels(database, {
      userId: user.id,
      text: query.q?.trim() ?? '',
      archived: query.archived ?? false,
      after: readNameCursor(query.cursor),
      limit: query.limit + 1,
    });
    const page = views.slice(0, query.limit);
    const last = page.at(-1);
    return {
      channels: page.map(presentSeen),
      nextCursor:
        last === undefined || views.length <= query.limit
          ? null
          : writePageCursor([last.channel.name, last.channel.id]),
    };
  });

  addCall(app, calls.createChannel, async ({ body, user }) => {
    const view = await channels.create(user, body);
    return { channel: presentOwn(view, view.membership) };
  });

  addCall(app, calls.openDirect, async ({ body, user }) => {
    const view = await channels.openDirect(user, body.userIds);
    return { channel: presentOwn(view, view.membership) };
  });

  addCall(app, calls.getActivity, async ({ user }) => ({
    activity: await listActivity(database, user.id),
  }));

  addCall(app, calls.getChannel, async ({ params, user }) => {
    const { channel, membership } = await access.see(user, params.id);
    return { channel: presentSeen(await viewChannel(database, channel, membership)) };
  });

  addCall(app, calls.updateChannel, async ({ params, body, user }) => ({
    channel: presentSeen(await channels.update(user, params.id, body)),
  }));

  addCall(app, calls.listMembers, async ({ params, query, user }) => {
    const { channel } = await access.enter(user, params.id);
    const rows = await listMemberRows(database, params.id, {
      text: query.q?.trim() ?? '',
      after: readNameCursor(query.cursor),
      limit: query.limit + 1,
    });
    const page = rows.slice(0, query.limit);
    const last = page.at(-1);
    return {
      members: page.map((row) => presentMember(row, channel.kind)),
      nextCursor:
        last === undefined || rows.length <= query.limit
          ? null
          : writePageCursor([last.name, last.id]),
    };
  });

  addCall(app, calls.addMember, async ({ params, user }) => {
    const { view, outcome } = await members.add(user, params.id, params.userId);
    return { channel: presentSeen(view), outcome };
  });

  addCall(app, calls.removeMember, async ({ params, user }) => {
    await members.remove(user, params.id, params.userId);
    return {};
  });

  addCall(app, calls.setChannelPreferences, async ({ params, body, user }) => {
    await ownMemberships.setNotifications(user, params.id, body.notifications);
    return {};
  });

  addCall(app, calls.markRead, async ({ params, body, user }) =>
    ownMemberships.markRead(user, params.id, body.seq),
  );

  addCall(app, calls.listPins, async ({ params, user }) => {
    await access.enter(user, params.id);
    const rows = await listPinned(database, params.id, MAX_PINS);
    return { messages: rows.map(presentMessage) };
  });

  addCall(app, calls.listChannelFiles, async ({ params, query, user }) => {
    await access.enter(user, params.id);
    const before = readPageCursor(z.tuple([z.int()]), query.cursor)?.[0] ?? END;
    const rows = await listWithFiles(database, params.id, before, query.limit + 1);
    const page = rows.slice(0, query.limit);
    const last = page.at(-1);
    return {
      files: page.map(presentMessage).flatMap((message) =>
        message.attachments.map((attachment) => ({
          attachment,
          messageId: message.id,
          seq: message.seq,
          sender: message.sender,
          createdAt: message.createdAt,
        })),
      ),
      nextCursor:
        last === undefined || rows.length <= query.limit ? null : writePageCursor([last.seq]),
    };
  });
};
