import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { cursorSchema, shortListCursor, shortListQuery } from '../common/page.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { perAccount } from '../common/call-limit.ts';
import { flag, searchText, wholeNumber } from '../common/query-values.ts';
import { userIdSchema } from '../accounts/session.ts';
import { dealIdSchema } from '../deals/deal-id.ts';
import {
  activitySchema,
  channelIdSchema,
  channelNameSchema,
  memberSchema,
  notificationLevelSchema,
  ownChannelSchema,
  seenChannelSchema,
  topicSchema,
  channelParams,
  memberParams,
} from './channel.ts';
import {
  CHANNEL_PAGE_LIMIT,
  MAX_DIRECT_USERS,
  MAX_PINS,
  MAX_SLOW_MODE_SECONDS,
  MEMBER_PAGE_LIMIT,
  chatRates,
} from './limits.ts';
import { CHANNELS_PATH } from '../site/first-paths.ts';
import { messageSchema, attachmentSchema, messageIdSchema } from './message.ts';

const succeeded = z.object({ success: z.literal(true) });
const cursor = z.optional(cursorSchema);
const typed = searchText(80);

export const listChannels = defineCall({
  method: 'GET',
  path: CHANNELS_PATH,
  summary: 'The channels and direct conversations that one is in, by name',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'chat:read',
  query: shortListQuery(),
  response: z.object({
    success: z.literal(true),
    channels: z.array(ownChannelSchema),
    nextCursor: shortListCursor,
  }),
});

export const browseChannels = defineCall({
  method: 'GET',
  path: '/api/channels/public',
  summary: 'Every public channel, by name, to find one to join',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'chat:read',
  query: z.strictObject({
    q: z.optional(typed),
    archived: z.optional(flag),
    limit: z._default(wholeNumber(1, CHANNEL_PAGE_LIMIT.maximum), CHANNEL_PAGE_LIMIT.default),
    cursor,
  }),
  response: z.object({
    success: z.literal(true),
    channels: z.array(seenChannelSchema),
    nextCursor: z.nullable(z.string()),
  }),
});

export const createChannel = defineCall({
  method: 'POST',
  path: '/api/channels',
  summary: 'Make a channel; its maker owns it',
  access: 'member',
  limit: { cost: 5, rates: [{ key: 'account', ...chatRates.channelCreation }] },
  audit: false,
  scope: 'chat:write',
  errors: ['channel_name_taken', 'not_found'],
  body: z.strictObject({
    name: channelNameSchema,
    kind: z._default(z.enum(['public', 'private']), 'public'),
    topic: z._default(topicSchema, ''),
  }),
  response: z.object({ success: z.literal(true), channel: ownChannelSchema }),
});

export const openDirect = defineCall({
  method: 'POST',
  path: '/api/channels/direct',
  summary:
    'The direct conversation with these people: the one there is, else a new one; with `dealId` it is about that deal, which one of them offers',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'chat:write',
  errors: ['not_found', 'person_unavailable'],
  body: z.strictObject({
    userIds: z.array(userIdSchema).check(z.minLength(1), z.maxLength(MAX_DIRECT_USERS)),
    dealId: z.optional(dealIdSchema),
  }),
  response: z.object({ success: z.literal(true), channel: ownChannelSchema }),
});

export const getActivity = defineCall({
  method: 'GET',
  path: '/api/channels/activity',
  summary: 'What happened in each of one’s channels',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'chat:read',
  query: shortListQuery(),
  response: z.object({
    success: z.literal(true),
    activity: z.array(activitySchema),
    nextCursor: shortListCursor,
  }),
});

export const getChannel = defineCall({
  method: 'GET',
  path: '/api/channels/:id',
  summary: 'One channel that one is in or may join',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'chat:read',
  errors: ['not_a_member'],
  params: channelParams,
  response: z.object({ success: z.literal(true), channel: seenChannelSchema }),
});

export const updateChannel = defineCall({
  method: 'PATCH',
  path: '/api/channels/:id',
  summary:
    'Rename a channel, change its topic, slow mode or who sees what was read, archive it or open it again',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: 'channel.change',
  scope: 'chat:write',
  errors: ['channel_name_taken', 'not_a_member'],
  params: channelParams,
  body: z
    .strictObject({
      name: z.optional(channelNameSchema),
      topic: z.optional(topicSchema),
      slowModeSeconds: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_SLOW_MODE_SECONDS))),
      archived: z.optional(z.boolean()),
      /** Whether senders see who has read the messages that they send from now on. */
      showsReaders: z.optional(z.boolean()),
    })
    .check(
      z.refine((change) => Object.values(change).some((value) => value !== undefined), {
        error: 'Expected something to change',
        path: ['name'],
      }),
    ),
  response: z.object({ success: z.literal(true), channel: seenChannelSchema }),
});

export const listMembers = defineCall({
  method: 'GET',
  path: '/api/channels/:id/members',
  summary: 'Who is in a channel, by name; also completes mentions with `q`',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'chat:read',
  errors: ['not_a_member'],
  params: channelParams,
  query: z.strictObject({
    q: z.optional(typed),
    limit: z._default(wholeNumber(1, MEMBER_PAGE_LIMIT.maximum), MEMBER_PAGE_LIMIT.default),
    cursor,
  }),
  response: z.object({
    success: z.literal(true),
    members: z.array(memberSchema),
    nextCursor: z.nullable(z.string()),
  }),
});

export const addMember = defineCall({
  method: 'PUT',
  path: '/api/channels/:id/members/:userId',
  summary:
    'Oneself: join a public channel, or accept an invitation. Somebody else: invite them into a channel one is in',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'chat:write',
  errors: ['banned', 'limit_reached', 'not_a_member', 'person_unavailable'],
  params: memberParams,
  response: z.object({
    success: z.literal(true),
    channel: seenChannelSchema,
    /** `invited`: the person is in the channel once they accept. Nodes that do not say it know no invitations. */
    outcome: z._default(z.enum(['member', 'invited']), 'member'),
  }),
});

export const removeMember = defineCall({
  method: 'DELETE',
  path: '/api/channels/:id/members/:userId',
  summary:
    'Oneself: leave a channel, or decline an invitation. Somebody else: withdraw an invitation, or put them out (moderators)',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: 'channel.remove_member',
  scope: 'chat:write',
  errors: ['banned', 'not_a_member'],
  params: memberParams,
  response: succeeded,
});

export const setChannelPreferences = defineCall({
  method: 'PUT',
  path: '/api/channels/:id/preferences',
  summary: 'What one wants to be notified of in a channel, and whether it is starred',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'chat:write',
  errors: ['not_a_member'],
  params: channelParams,
  /** What is absent stays as it is. */
  body: z.strictObject({
    notifications: z.optional(notificationLevelSchema),
    starred: z.optional(z.boolean()),
  }),
  response: succeeded,
});

const readPosition = { readSeq: z.int(), unreadMarks: z._default(z.int(), 0) };
const readPositionResponse = z.object({
  success: z.literal(true),
  ...readPosition,
  unreadCount: z.int(),
});

export const markRead = defineCall({
  method: 'PUT',
  path: '/api/channels/:id/read',
  summary: 'How far one has read; an earlier position than the one known changes nothing',
  access: 'member',
  limit: { cost: 1, rates: [perAccount(300, MINUTE_MS)] },
  audit: false,
  scope: 'chat:write',
  errors: ['not_a_member'],
  params: channelParams,
  body: z.strictObject({
    seq: z.int().check(z.minimum(0)),
    /** The number that the page knows: a page that has not heard of a newer mark changes nothing. */
    unreadMarks: z.optional(z.int().check(z.minimum(0))),
  }),
  response: readPositionResponse,
});

export const markUnread = defineCall({
  method: 'POST',
  path: '/api/channels/:id/unread',
  summary: 'Mark a message of a channel and all later ones as unread',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'chat:write',
  errors: ['not_a_member'],
  params: channelParams,
  body: z.strictObject({ messageId: messageIdSchema }),
  response: readPositionResponse,
});

export const markAllRead = defineCall({
  method: 'PUT',
  path: '/api/channels/read',
  summary: 'Mark every message in one’s channels as read',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(30, MINUTE_MS)] },
  audit: false,
  scope: 'chat:write',
  response: z.object({
    success: z.literal(true),
    /** The channels whose position changed. */
    positions: z.array(z.object({ channelId: channelIdSchema, ...readPosition })),
  }),
});

export const listPins = defineCall({
  method: 'GET',
  path: '/api/channels/:id/pins',
  summary: 'The pinned messages of a channel, last pinned first',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'chat:read',
  errors: ['not_a_member'],
  params: channelParams,
  query: shortListQuery(MAX_PINS),
  response: z.object({
    success: z.literal(true),
    messages: z.array(messageSchema),
    nextCursor: shortListCursor,
  }),
});

export const listChannelFiles = defineCall({
  method: 'GET',
  path: '/api/channels/:id/files',
  summary: 'The files of a channel, newest first',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'chat:read',
  errors: ['not_a_member'],
  params: channelParams,
  query: z.strictObject({
    limit: z._default(wholeNumber(1, CHANNEL_PAGE_LIMIT.maximum), CHANNEL_PAGE_LIMIT.default),
    cursor,
  }),
  response: z.object({
    success: z.literal(true),
    files: z.array(
      z.object({
        attachment: attachmentSchema,
        messageId: messageIdSchema,
        seq: z.int(),
        sender: z.object({ id: userIdSchema, name: z.string() }),
        createdAt: z.string(),
      }),
    ),
    nextCursor: z.nullable(z.string()),
  }),
});
