import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { dealParams } from './deal-id.ts';

/** The largest number of points of a price history: more than a chart has pixels for. */
export const MAX_PRICE_POINTS = 400;
/**
 * The days that a reduction is compared with (Directive (EU) 2019/2161, article 2; Bulgarian
 * Consumer Protection Act).
 */
export const HISTORY_DAYS = 30;

const euroCents = z.int().check(z.minimum(0));

export const pricePointSchema = z.object({
  /** When the price was first observed. ISO 8601. */
  at: z.string(),
  amount: euroCents,
});

/** A price's history; all amounts are euro cents. */
export const priceHistorySchema = z.object({
  /** Changes of the price, oldest first; each is valid until the next. */
  points: z.readonly(z.array(pricePointSchema)),
  /** The present price. */
  current: euroCents,
  /** Whether the price was observed for `HISTORY_DAYS`. */
  enoughHistory: z.boolean(),
  /**
   * The lowest price observed in the `HISTORY_DAYS` before the present one; absent without enough
   * history, and if the price has not changed for as long.
   */
  lowest: z.optional(
    z.object({
      amount: euroCents,
      /** When it was first observed in those days. ISO 8601. */
      at: z.string(),
      /** Whole percent by which the present price is below it; negative if above. */
      percentBelow: z.int(),
    }),
  ),
  /** The merchant's claimed former price; never for members' offers. */
  claimed: z.optional(
    z.object({
      amount: euroCents,
      /** The claiming merchant. */
      merchant: z.string(),
      /** The claimed discount in whole percent. */
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
  scope: 'deals:read',
  params: dealParams,
  response: z.object({ success: z.literal(true), history: priceHistorySchema }),
});
