import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { SLUG } from '../common/slug.ts';

/** The newest claims of a source that are checked. */
export const MAX_CHECKED_CLAIMS = 2_000;

const count = z.int().check(z.minimum(0));

/** How often the former prices that a source claims were its prices. */
export const claimRecordSchema = z.object({
  /** Its current deals with a claimed former price whose price we observed for thirty days. */
  claims: count,
  /** Those whose price we observed to be as high as claimed. */
  confirmed: count,
});
export type ClaimRecord = z.infer<typeof claimRecordSchema>;

export const getClaimRecord = defineCall({
  method: 'GET',
  path: '/api/sources/:source/claims',
  summary: 'Read how many of the former prices that a source claims we observed ourselves',
  access: 'anyone',
  limit: { cost: 2 },
  audit: false,
  scope: 'deals:read',
  params: z.strictObject({
    source: z.string().check(z.regex(SLUG, 'Expected the id of a source')),
  }),
  response: z.object({ success: z.literal(true), record: claimRecordSchema }),
});
