import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount } from '../common/call-limit.ts';
import { HOUR_MS } from '../common/durations.ts';
import { dealParams } from '../deals/deal-id.ts';

export const getDealContact = defineCall({
  method: 'GET',
  path: '/api/deals/:id/contact',
  summary: "The telephone numbers in the texts of a member's deal, which show them masked",
  access: 'member',
  // A buyer calls a few sellers; a program that collects numbers would ask for all.
  limit: { cost: 5, rates: [perAccount(20, HOUR_MS)] },
  audit: false,
  scope: 'deals:read',
  params: dealParams,
  /** As they are written, each once. */
  response: z.object({ success: z.literal(true), numbers: z.array(z.string()) }),
});
