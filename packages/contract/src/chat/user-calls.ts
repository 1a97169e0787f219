import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { perAccount } from '../common/call-limit.ts';
import { repeatable, searchText } from '../common/query-values.ts';
import { lineOfText } from '../common/text.ts';
import { userIdSchema } from '../accounts/session.ts';
import { CHAT_PROFILE_PATH, LAST_ACTIVE_CHANNEL_PATH } from '../site/first-paths.ts';
import { channelIdSchema, chatUserSchema } from './channel.ts';
import { MAX_STATUS_LENGTH } from './limits.ts';
import { emojiSchema, messageIdSchema } from './message.ts';
import { availabilitySchema, presenceSchema, statusSchema } from './presence.ts';

const succeeded = z.object({ success: z.literal(true) });

/** Message ids by channel id. */
const lastActiveMessagesSchema = z.record(channelIdSchema, messageIdSchema);

export const getLastActiveChannel = defineCall({
  method: 'GET',
  path: LAST_ACTIVE_CHANNEL_PATH,
  summary: 'The channel one was in last; of oneself only',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'chat:read',
  params: z.strictObject({ id: userIdSchema }),
  response: z.object({
    success: z.literal(true),
    lastActiveChannel: z.nullable(channelIdSchema),
  }),
});

export const getChatProfile = defineCall({
  method: 'GET',
  path: CHAT_PROFILE_PATH,
  summary: 'A person, with the last active message of each channel where it is oneself',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'chat:read',
  params: z.strictObject({ userId: userIdSchema }),
  response: z.object({
    success: z.literal(true),
    user: z.extend(chatUserSchema, { lastActiveMessages: lastActiveMessagesSchema }),
  }),
});

export const interactionTypes = ['channel_selection', 'message_view'] as const;

export const saveLastActiveMessage = defineCall({
  method: 'PUT',
  path: '/api/users/:userId/lastActiveMessage/:channelId',
  summary: 'Remember where one was in a channel',
  access: 'member',
  limit: { cost: 1, rates: [perAccount(300, MINUTE_MS)] },
  audit: false,
  scope: 'chat:write',
  errors: ['not_a_member'],
  params: z.strictObject({ userId: userIdSchema, channelId: channelIdSchema }),
  body: z.strictObject({
    lastActiveMessage: messageIdSchema,
    interactionType: z.enum(interactionTypes),
    /** ISO 8601: of two saves the later one wins, in whatever order they arrive. */
    timestamp: z.iso.datetime({ offset: true }),
  }),
  response: succeeded,
});

export const findUsers = defineCall({
  method: 'GET',
  path: '/api/chat/people',
  summary: 'People whose names begin with what is typed, to write to or bring into a channel',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'chat:read',
  query: z.strictObject({
    q: searchText(60, 1),
  }),
  response: z.object({ success: z.literal(true), people: z.array(chatUserSchema) }),
});

/** The largest number of people whose presence one call reads. */
const MAX_PRESENCES = 200;

export const getPresence = defineCall({
  method: 'GET',
  path: '/api/chat/presence',
  summary: 'Who of these people is there',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'chat:read',
  query: z.strictObject({ userId: repeatable(userIdSchema, MAX_PRESENCES) }),
  response: z.object({ success: z.literal(true), presence: z.array(presenceSchema) }),
});

export const getStatus = defineCall({
  method: 'GET',
  path: '/api/chat/status',
  summary: 'One’s own status',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'chat:read',
  response: z.object({ success: z.literal(true), status: statusSchema }),
});

export const setStatus = defineCall({
  method: 'PUT',
  path: '/api/chat/status',
  summary: 'Say how one can be reached',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'chat:write',
  body: z.strictObject({
    availability: availabilitySchema,
    emoji: z._default(z.union([z.literal(''), emojiSchema]), ''),
    text: z._default(lineOfText({ minimum: 0, maximum: MAX_STATUS_LENGTH }), ''),
    until: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  }),
  response: z.object({ success: z.literal(true), status: statusSchema }),
});
