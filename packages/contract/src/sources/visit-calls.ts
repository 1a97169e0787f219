import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { perNetwork } from '../common/call-limit.ts';
import { moneySchema } from '../common/money.ts';
import { dealIdSchema } from '../deals/deal.ts';

export const visitSchema = z.object({
  /** Where the offer is made; absent where it has no page of its own. */
  url: z.optional(z.string()),
  /**
   * `unchecked` where the source cannot be asked just now; `standing` at the price shown or less;
   * `dearer` and `gone` are told before a visitor is sent off.
   */
  state: z.enum(['unchecked', 'standing', 'dearer', 'gone']),
  /** What the source asks now; absent where it was not asked, or the offer is gone. */
  price: z.optional(moneySchema),
});
export type Visit = z.infer<typeof visitSchema>;

/** A POST, as what the source says is written down. */
export const visitDeal = defineCall({
  method: 'POST',
  path: '/api/deals/:id/visit',
  summary: 'Ask whether an offer still stands, on the way to it',
  access: 'anyone',
  limit: { cost: 3, rates: [perNetwork(300, MINUTE_MS)] },
  audit: false,
  params: z.strictObject({ id: dealIdSchema }),
  response: z.object({ success: z.literal(true), visit: visitSchema }),
});
