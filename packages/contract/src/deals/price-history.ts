import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { dealIdSchema } from './deal.ts';

/** Points of a price history at most: more than a chart has pixels for. */
export const MAX_PRICE_POINTS = 400;
/** Days that a reduction is measured against (Directive (EU) 2019/2161, article 2; Bulgarian Consumer Protection Act). */
export const HISTORY_DAYS = 30;

const euroCents = z.int().check(z.minimum(0));

export const pricePointSchema = z.object({
  /** When the price was first seen. ISO 8601. */
  at: z.string(),
  amount: euroCents,
});
export type PricePoint = z.infer<typeof pricePointSchema>;

/** What is known of a price's past; all amounts are euro cents. */
export const priceHistorySchema = z.object({
  /** Changes of the price, oldest first: each holds until the next. */
  points: z.readonly(z.array(pricePointSchema)),
  /** The present price. */
  current: euroCents,
  /** Whether the price was watched for `HISTORY_DAYS`. */
  enoughHistory: z.boolean(),
  /**
   * The lowest price seen in the `HISTORY_DAYS` before the present one came up; absent without enough
   * history, and where the price has not changed for as long.
   */
  lowest: z.optional(
    z.object({
      amount: euroCents,
      /** When it was first seen in those days. ISO 8601. */
      at: z.string(),
      /** Whole percent by which the present price lies below it; negative where it lies above. */
      percentBelow: z.int(),
    }),
  ),
  /** What the merchant says the price was; never for offers of people. */
  claimed: z.optional(
    z.object({
      amount: euroCents,
      /** Who says so. */
      merchant: z.string(),
      /** Whole percent that the merchant's price makes of it. */
      percentBelow: z.int(),
    }),
  ),
});
export type PriceHistory = z.infer<typeof priceHistorySchema>;

export const getPriceHistory = defineCall({
  method: 'GET',
  path: '/api/deals/:id/price-history',
  summary: 'Read what a deal cost before',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  params: z.strictObject({ id: dealIdSchema }),
  response: z.object({ success: z.literal(true), history: priceHistorySchema }),
});
