import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { perNetwork } from '../common/call-limit.ts';
import { moneySchema } from '../common/money.ts';
import { dealParams } from '../deals/deal-id.ts';

export const visitSchema = z.object({
  /** The URL of the offer; absent if it has no page of its own. */
  url: z.optional(z.string()),
  /**
   * `unchecked` if the source cannot be asked now; `standing` at the displayed price or less;
   * `dearer` and `gone` are shown before a visitor is redirected.
   */
  state: z.enum(['unchecked', 'standing', 'dearer', 'gone']),
  /** The source's present price; absent if it was not asked, or the offer is unavailable. */
  price: z.optional(moneySchema),
});
export type Visit = z.infer<typeof visitSchema>;

/** A POST, because the source's response is stored. */
export const visitDeal = defineCall({
  method: 'POST',
  path: '/api/deals/:id/visit',
  summary: 'Ask whether an offer is still valid, on the way to it',
  access: 'anyone',
  limit: { cost: 3, rates: [perNetwork(300, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  params: dealParams,
  response: z.object({ success: z.literal(true), visit: visitSchema }),
});
