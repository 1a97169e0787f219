import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount } from '../common/call-limit.ts';
import { HOUR_MS } from '../common/durations.ts';
import { knownEntries } from '../common/known-entries.ts';
import { pageQuery, shortListCursor, shortListQuery } from '../common/page.ts';

/**
 * What a webhook gets: changes of its owner's own deals, new matches of their saved searches,
 * and messages of others in their channels.
 */
export const webhookEvents = [
  'deal.created',
  'deal.changed',
  'deal.price_dropped',
  'deal.sold',
  'search.matched',
  'message.posted',
] as const;
export const webhookEventSchema = z.enum(webhookEvents);
export type WebhookEvent = z.infer<typeof webhookEventSchema>;

/** Sent on request only, to try a webhook. */
export const TEST_EVENT = 'webhook.test';

export const MAX_WEBHOOKS = 10;
export const MAX_WEBHOOK_URL_LENGTH = 1_000;
export const DELIVERIES_LIMIT = { default: 20, maximum: 100 } as const;

/** Why a webhook gets nothing: its owner turned it off, it failed for a week, or it responded with 410. */
export const webhookStates = ['enabled', 'off', 'failing', 'ended', 'suspended'] as const;
export const webhookStateSchema = z.enum(webhookStates);
export type WebhookState = z.infer<typeof webhookStateSchema>;

export const webhookSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(webhookEventSchema),
  state: webhookStateSchema,
  /** ISO 8601, like all times here; null while the last delivery succeeded. */
  failingSince: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** Why deliveries failed that waited when their webhook was turned off. */
export const TURNED_OFF = 'turned_off';

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export const deliverySchema = z.object({
  /** Also the `webhook-id` header, by which receivers know a repetition. */
  id: z.uuid(),
  event: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** The status of the last response; null without one. */
  status: z.nullable(z.int()),
  /** Why the last attempt failed. */
  error: z.nullable(z.string()),
  createdAt: z.string(),
  attemptedAt: z.nullable(z.string()),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** Field errors of a webhook's URL. */
export const webhookErrors = { forbidden: 'address_forbidden' } as const;

const urlSchema = z.url({ protocol: /^https?$/ }).check(z.maxLength(MAX_WEBHOOK_URL_LENGTH));
const eventsSchema = z
  .array(webhookEventSchema)
  .check(z.minLength(1), z.maxLength(webhookEvents.length));
const params = z.strictObject({ id: z.uuid() });
const succeeded = z.object({ success: z.literal(true) });

export const listWebhooks = defineCall({
  method: 'GET',
  path: '/api/webhooks',
  summary: "One's own webhooks, last made first",
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  query: shortListQuery(MAX_WEBHOOKS),
  response: z.object({
    success: z.literal(true),
    webhooks: knownEntries(webhookSchema),
    nextCursor: shortListCursor,
  }),
});

export const createWebhook = defineCall({
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Make a webhook, signed by Standard Webhooks; the response shows its secret once',
  access: 'member',
  limit: { cost: 5, rates: [perAccount(3 * MAX_WEBHOOKS, HOUR_MS)] },
  audit: false,
  errors: ['limit_reached'],
  body: z.strictObject({ url: urlSchema, events: eventsSchema }),
  response: z.object({
    success: z.literal(true),
    webhook: webhookSchema,
    /** `whsec_` and a key in base64, as libraries of Standard Webhooks take it. */
    secret: z.string(),
  }),
});

export const changeWebhook = defineCall({
  method: 'PATCH',
  path: '/api/webhooks/:id',
  summary: 'Change the URL or the events of a webhook, or turn it off and on again',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(120, HOUR_MS)] },
  audit: false,
  params,
  body: z.strictObject({
    url: z.optional(urlSchema),
    events: z.optional(eventsSchema),
    enabled: z.optional(z.boolean()),
  }),
  response: z.object({ success: z.literal(true), webhook: webhookSchema }),
});

export const deleteWebhook = defineCall({
  method: 'DELETE',
  path: '/api/webhooks/:id',
  summary: 'Delete a webhook with its log',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(120, HOUR_MS)] },
  audit: false,
  params,
  response: succeeded,
});

export const testWebhook = defineCall({
  method: 'POST',
  path: '/api/webhooks/:id/test',
  summary: 'Send a webhook a test event; the log shows what became of it',
  access: 'member',
  limit: { cost: 10, rates: [perAccount(60, HOUR_MS)] },
  audit: false,
  errors: ['webhook_off'],
  params,
  response: z.object({ success: z.literal(true), deliveryId: z.uuid() }),
});

export const listDeliveries = defineCall({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  summary: 'What a webhook was sent in the last 30 days, latest first',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  params,
  query: z.strictObject(pageQuery(DELIVERIES_LIMIT)),
  response: z.object({
    success: z.literal(true),
    deliveries: knownEntries(deliverySchema),
    nextCursor: z.nullable(z.string()),
  }),
});

export const redeliver = defineCall({
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:deliveryId/redeliver',
  summary: 'Send a delivery again, with the same id',
  access: 'member',
  limit: { cost: 10, rates: [perAccount(120, HOUR_MS)] },
  audit: false,
  errors: ['webhook_off'],
  params: z.strictObject({ id: z.uuid(), deliveryId: z.uuid() }),
  response: succeeded,
});
