import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { webUrlSchema } from '../sources/link-calls.ts';
import { dealIdSchema } from './deal-id.ts';

export const findDealByLink = defineCall({
  method: 'GET',
  path: '/api/deals/by-link',
  summary: "Find the active deal of a source that leads to a shop's page",
  access: 'anyone',
  limit: { cost: 2 },
  audit: false,
  scope: 'deals:read',
  query: z.strictObject({ link: webUrlSchema }),
  response: z.object({
    success: z.literal(true),
    /** Absent if no source offers the page. */
    id: z.optional(dealIdSchema),
  }),
});
