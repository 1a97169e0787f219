import { sql, type Transaction } from 'kysely';
import type { WebhookEvent } from '@izgodno/contract/webhooks/calls';
import { afterCommit } from '#platform/database/after-commit.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { EnqueueOptions } from '#platform/jobs/jobs.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Schema } from '#schema/schema.ts';
import { deliverJob, type WebhooksContext } from './webhooks-context.ts';

export type EventData = Readonly<Record<string, unknown>>;

type Delivering = Pick<WebhooksContext, 'clock' | 'jobs'>;

export const writeBody = (event: string, at: number, data: EventData): string =>
  JSON.stringify({ type: event, timestamp: new Date(at).toISOString(), data });

/** Deliveries of a webhook that may wait; further events are not delivered. */
export const MAX_PENDING = 1_000;

/** A delivery with the owner of its webhook. */
export interface OwnedDelivery {
  readonly id: string;
  readonly ownerId: string;
}

/** One attempt at a time for each owner, so that slow receivers delay only their owner's. */
export const queuedAs = ({ id, ownerId }: OwnedDelivery): EnqueueOptions => ({
  singletonKey: id,
  group: ownerId,
});

/** Enqueues deliveries; the schedule finds those whose job could not be stored. */
export const enqueueDeliveries = (
  { jobs }: Pick<WebhooksContext, 'jobs'>,
  deliveries: readonly OwnedDelivery[],
): void => {
  for (const delivery of deliveries)
    jobs.enqueue(deliverJob, { deliveryId: delivery.id }, queuedAs(delivery)).catch(() => {});
};

/**
 * Records an event for the webhooks of a user that want it, in the same transaction.
 * They are sent after the commit.
 */
export const recordEvent = async (
  delivering: Delivering,
  transaction: Transaction<Schema>,
  userId: string,
  event: WebhookEvent,
  data: EventData,
): Promise<void> => {
  const wanting = await transaction
    .selectFrom('webhooks')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'enabled')
    .where(sql<boolean>`${event} = ANY(events)`)
    .execute();
  await recordFor(
    delivering,
    transaction,
    wanting.map(({ id }) => id),
    event,
    data,
  );
};

/** The owners of webhooks, and whether as many deliveries wait as may. */
const readReceivers = async (transaction: Transaction<Schema>, webhookIds: readonly string[]) =>
  transaction
    .selectFrom('webhooks as w')
    .select(['w.id', 'w.user_id as ownerId'])
    .select(
      sql<boolean>`EXISTS (
        SELECT FROM webhook_deliveries d
         WHERE d.webhook_id = w.id AND d.state = 'pending'
        OFFSET ${MAX_PENDING - 1})`.as('isFull'),
    )
    .where(isOneOf('w.id', webhookIds))
    .execute();

/** Records an event for these webhooks; returns the ids of the deliveries. */
export const recordFor = async (
  delivering: Delivering,
  transaction: Transaction<Schema>,
  webhookIds: readonly string[],
  event: string,
  data: EventData,
): Promise<readonly string[]> => {
  if (webhookIds.length === 0) return [];
  const now = delivering.clock.now();
  const receivers = await readReceivers(transaction, webhookIds);
  if (receivers.length === 0) return [];
  const deliveries = receivers.map(({ id: webhookId, ownerId, isFull }) => ({
    id: createUuidV7(now),
    webhookId,
    ownerId,
    isFull,
  }));
  const rows = deliveries.map(({ id, webhookId, isFull }) => ({
    id,
    webhook_id: webhookId,
    event,
    body: writeBody(event, now, data),
    state: isFull ? ('failed' as const) : ('pending' as const),
    status: null,
    error: isFull ? 'too_many' : null,
    created_at: new Date(now),
    attempted_at: null,
  }));
  await transaction.insertInto('webhook_deliveries').values(rows).execute();
  const due = deliveries.filter(({ isFull }) => !isFull);
  const ids = rows.map(({ id }) => id);
  afterCommit(transaction, `webhook deliveries ${ids[0]}`, () =>
    enqueueDeliveries(delivering, due),
  );
  return ids;
};
