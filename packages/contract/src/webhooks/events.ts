import * as z from 'zod/mini';
import { moneySchema } from '../common/money.ts';
import { dealIdSchema } from '../deals/deal-id.ts';
import { dealStatusSchema } from '../deals/vocabulary.ts';
import { TEST_EVENT, type WebhookEvent } from './calls.ts';

/** A deal as it is now, and what it cost when it was last reported. */
const dealEventSchema = z.object({
  id: dealIdSchema,
  title: z.string(),
  price: moneySchema,
  /** Absent for a deal that is new. */
  previousPrice: z.optional(moneySchema),
  /** `deleted`: its owner or a moderator took it away; another status may follow. */
  status: dealStatusSchema,
  url: z.string(),
});

/** The `data` of each event's body. */
export const webhookData = {
  'deal.created': dealEventSchema,
  'deal.changed': dealEventSchema,
  'deal.price_dropped': dealEventSchema,
  'deal.sold': dealEventSchema,
  'search.matched': z.object({
    /** `query` is that of the address of a list of deals. */
    savedSearch: z.object({ id: z.uuid(), name: z.string(), query: z.string() }),
    /** The new matches, the newest first. */
    dealIds: z.array(dealIdSchema),
  }),
  'message.posted': z.object({
    id: z.uuid(),
    channel: z.object({ id: z.uuid(), name: z.string() }),
    sender: z.object({ id: z.uuid(), name: z.string() }),
    text: z.string(),
    /** ISO 8601. */
    createdAt: z.string(),
    url: z.string(),
  }),
  [TEST_EVENT]: z.object({ webhookId: z.uuid(), message: z.string() }),
} as const satisfies Readonly<Record<WebhookEvent | typeof TEST_EVENT, z.ZodMiniType>>;

/** Everything that a webhook is sent. */
export type SentEvent = keyof typeof webhookData;

/** An event with its data. */
export type EventWithData<Event extends SentEvent> = {
  [Name in Event]: {
    readonly event: Name;
    readonly data: Readonly<z.infer<(typeof webhookData)[Name]>>;
  };
}[Event];

/** When each event is sent. */
export const eventSummaries = {
  'deal.created': 'The webhook’s owner posted a deal',
  'deal.changed': 'What readers see of the owner’s deal changed; also a deletion and its undoing',
  'deal.price_dropped': 'The price of the owner’s deal dropped',
  'deal.sold': 'The owner’s deal was sold',
  'search.matched': 'A saved search of the owner found new deals',
  'message.posted': 'Someone else wrote in a channel of the owner',
  [TEST_EVENT]: 'The owner tried the webhook',
} as const satisfies Readonly<Record<SentEvent, string>>;

export const webhookBodySchema = <Event extends SentEvent>(event: Event) =>
  z.object({
    type: z.literal(event),
    /** When it was recorded. ISO 8601. */
    timestamp: z.string(),
    data: webhookData[event],
  });
