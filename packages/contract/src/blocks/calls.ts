import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount } from '../common/call-limit.ts';
import { HOUR_MS } from '../common/durations.ts';
import { shortListCursor, shortListQuery } from '../common/page.ts';
import { userIdSchema } from '../accounts/session.ts';

/** The largest number of users that one user may block. */
export const MAX_BLOCKS = 1_000;
/** The rate limit of blocking and unblocking. */
const blockRate = perAccount(120, HOUR_MS);

export const blockSchema = z.object({
  user: z.object({ id: userIdSchema, name: z.string() }),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type Block = z.infer<typeof blockSchema>;

const params = z.strictObject({ userId: userIdSchema });
const succeeded = z.object({ success: z.literal(true) });

export const listBlocks = defineCall({
  method: 'GET',
  path: '/api/users/me/blocks',
  summary: 'The people one has blocked, latest first',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  query: shortListQuery(MAX_BLOCKS),
  response: z.object({
    success: z.literal(true),
    blocks: z.array(blockSchema),
    nextCursor: shortListCursor,
  }),
});

export const blockUser = defineCall({
  method: 'PUT',
  path: '/api/users/me/blocks/:userId',
  summary: 'Block a person: no direct messages, invitations or notices by them',
  access: 'member',
  limit: { cost: 3, rates: [blockRate] },
  audit: false,
  errors: ['limit_reached'],
  params,
  response: succeeded,
});

export const unblockUser = defineCall({
  method: 'DELETE',
  path: '/api/users/me/blocks/:userId',
  summary: 'Take a block back',
  access: 'member',
  limit: { cost: 3, rates: [blockRate] },
  audit: false,
  params,
  response: succeeded,
});
