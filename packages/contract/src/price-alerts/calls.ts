import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount } from '../common/call-limit.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { MAX_PRICE_MINOR, currencySchema, moneySchema } from '../common/money.ts';
import { shortListCursor, shortListQuery } from '../common/page.ts';
import { dealParams } from '../deals/deal-id.ts';
import { dealSchema } from '../deals/deal.ts';

/** The largest number of a user's alerts. */
export const MAX_PRICE_ALERTS = 200;

export const priceAlertFieldErrors = {
  /** `below`: the deal, or an offer of the same product, costs less already. */
  alreadyBelow: 'already_below',
} as const;

export const priceAlertSchema = z.object({
  deal: dealSchema,
  /** The user is notified once the price is lower than this. */
  below: moneySchema,
  /** Whether the price of delivery counts, where it is known. */
  withDelivery: z.boolean(),
  /** ISO 8601: when the user was notified, which ends the alert; null before. */
  reachedAt: z.nullable(z.string()),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type PriceAlert = z.infer<typeof priceAlertSchema>;

export const setPriceAlert = defineCall({
  method: 'PUT',
  path: '/api/deals/:id/alert',
  summary: 'Be notified once when a deal, or another offer of it, costs less than a price',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: ['limit_reached'],
  params: dealParams,
  body: z.strictObject({
    below: z.strictObject({
      amount: z.int().check(z.minimum(1), z.maximum(MAX_PRICE_MINOR)),
      currency: currencySchema,
    }),
    withDelivery: z._default(z.boolean(), false),
  }),
  response: z.object({ success: z.literal(true), alert: priceAlertSchema }),
});

export const removePriceAlert = defineCall({
  method: 'DELETE',
  path: '/api/deals/:id/alert',
  summary: 'End an alert; there may be none',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  params: dealParams,
  response: z.object({ success: z.literal(true) }),
});

export const listPriceAlerts = defineCall({
  method: 'GET',
  path: '/api/users/me/alerts',
  summary: 'One’s own alerts, last set first',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'deals:read',
  query: shortListQuery(MAX_PRICE_ALERTS),
  response: z.object({
    success: z.literal(true),
    alerts: z.array(priceAlertSchema),
    nextCursor: shortListCursor,
  }),
});
