import { TEST_EVENT, webhookEvents } from '../../webhooks/calls.ts';
import { eventSummaries, webhookBodySchema, type SentEvent } from '../../webhooks/events.ts';
import { capitalise, writeRequestSchema, type JsonSchema } from './component-schemas.ts';

const headers = [
  ['webhook-id', 'The id of the delivery; each repetition has the same.', { format: 'uuid' }],
  ['webhook-timestamp', 'When it was sent: seconds since 1970.', { pattern: String.raw`^\d+$` }],
  ['webhook-signature', 'By Standard Webhooks, with the secret of the webhook.', {}],
] as const;

const parameters = headers.map(([name, description, form]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', ...form },
}));

/** `deal.price_dropped` is sent by `sendDealPriceDropped`. */
const operationIdOf = (event: SentEvent): string =>
  `send${event.split(/[._]/).map(capitalise).join('')}`;

const writeEvent = (event: SentEvent): JsonSchema => ({
  post: {
    operationId: operationIdOf(event),
    summary: eventSummaries[event],
    description: 'Sent to the URL of a webhook. Respond within ten seconds.',
    tags: ['webhooks'],
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: writeRequestSchema(webhookBodySchema(event)) } },
    },
    responses: {
      '2XX': { description: 'The event has arrived.' },
      410: { description: 'The webhook is turned off.' },
      default: { description: 'Any other response is a failure: the event is sent again.' },
    },
  },
});

const sent: readonly SentEvent[] = [...webhookEvents, TEST_EVENT];

/** What the server sends to webhooks. */
export const writeWebhookEvents = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(sent.map((event) => [event, writeEvent(event)]));
