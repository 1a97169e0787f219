import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount } from '../common/call-limit.ts';
import { DAY_MS, MINUTE_MS } from '../common/durations.ts';
import { shortListCursor, shortListQuery } from '../common/page.ts';
import { messageSchema, messageParams } from './message.ts';

/** The number of followed threads in the inbox: those with the latest replies. */
export const MAX_THREADS_SHOWN = 50;
/** The largest number of unread replies that are counted in one thread. */
export const MAX_UNREAD_REPLIES = 100;
/** The largest number of threads that a user follows or has unfollowed; above it the oldest end. */
export const MAX_THREAD_FOLLOWS = 1_000;
/** How long a thread is followed. */
export const THREAD_FOLLOW_LIFETIME_MS = 365 * DAY_MS;

const threadRate = perAccount(120, MINUTE_MS);
const succeeded = z.object({ success: z.literal(true) });

/** A thread that the user follows. */
export const followedThreadSchema = z.object({
  /** Its first message. */
  root: messageSchema,
  /** Its newest reply; null if there is none yet. */
  lastReply: z.nullable(messageSchema),
  /**
   * `seq` of the replies of others after those that the user has read in the thread, at most
   * `MAX_UNREAD_REPLIES`. One that the user has read in the channel is read, too.
   */
  unread: z.array(z.int()),
});
export type FollowedThread = z.infer<typeof followedThreadSchema>;

export const listFollowedThreads = defineCall({
  method: 'GET',
  path: '/api/threads',
  summary: 'The threads that one follows with the latest replies, latest first',
  access: 'member',
  limit: { cost: 3 },
  audit: false,
  scope: 'chat:read',
  query: shortListQuery(MAX_THREADS_SHOWN),
  response: z.object({
    success: z.literal(true),
    threads: z.array(followedThreadSchema),
    nextCursor: shortListCursor,
  }),
});

/** For threads that are not among those of `listFollowedThreads`. */
export const getFollowedThread = defineCall({
  method: 'GET',
  path: '/api/message/:id/follow',
  summary: 'The thread that a message begins or is in, if one follows it',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'chat:read',
  errors: ['not_a_member'],
  params: messageParams,
  /** Null if the user does not follow it. */
  response: z.object({ success: z.literal(true), thread: z.nullable(followedThreadSchema) }),
});

export const followThread = defineCall({
  method: 'PUT',
  path: '/api/message/:id/follow',
  summary: 'Follow the thread that a message begins or is in',
  access: 'member',
  limit: { cost: 2, rates: [threadRate] },
  audit: false,
  scope: 'chat:write',
  errors: ['not_a_member'],
  params: messageParams,
  response: succeeded,
});

export const unfollowThread = defineCall({
  method: 'DELETE',
  path: '/api/message/:id/follow',
  summary: 'Follow the thread of a message no longer, until one writes in it again',
  access: 'member',
  limit: { cost: 2, rates: [threadRate] },
  audit: false,
  scope: 'chat:write',
  errors: ['not_a_member'],
  params: messageParams,
  response: succeeded,
});

export const markThreadRead = defineCall({
  method: 'PUT',
  path: '/api/message/:id/thread/read',
  summary: 'How far one has read the thread of a message that one follows',
  access: 'member',
  limit: { cost: 1, rates: [perAccount(300, MINUTE_MS)] },
  audit: false,
  scope: 'chat:write',
  errors: ['not_a_member'],
  params: messageParams,
  body: z.strictObject({ seq: z.int().check(z.minimum(0)) }),
  response: succeeded,
});
