import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { repeatable } from '../common/query-values.ts';
import { dealIdSchema } from './deal-id.ts';
import { dealSchema } from './deal.ts';

/** The largest number of deals in one call. */
export const MAX_WATCHED_DEALS = 100;

/** A deal's id, followed by its known version if there is one: `42` or `42-1071`. */
const watchedDealSchema = z
  .string()
  .check(z.regex(/^[1-9]\d{0,15}(?:-\d{1,15})?$/, 'Expected a deal id and perhaps a version'));

/** The deal's entry in `listDealChanges`. */
export const watchedDeal = (id: string, version: number | undefined): string =>
  version === undefined ? id : `${id}-${version}`;

export const listDealChanges = defineCall({
  method: 'GET',
  path: '/api/deals/changes',
  summary: 'Which of the deals in sight have changed since their known versions, or are gone',
  access: 'anyone',
  limit: { cost: 2 },
  audit: false,
  scope: 'deals:read',
  query: z.strictObject({
    ids: repeatable(watchedDealSchema, MAX_WATCHED_DEALS),
  }),
  response: z.object({
    success: z.literal(true),
    /** Deals with a newer version than the known one, or without a known one. */
    changes: z.array(z.object({ version: z.int(), deal: dealSchema })),
    /** Ids of unavailable deals. */
    gone: z.array(dealIdSchema),
  }),
});
