import { sql, type Transaction } from 'kysely';
import type { WebhookEvent } from '@izgodno/contract/webhooks/calls';
import type { EventWithData, SentEvent } from '@izgodno/contract/webhooks/events';
import { afterCommit } from '#platform/database/after-commit.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { EnqueueOptions, Jobs } from '#platform/jobs/jobs.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Schema } from '#schema/schema.ts';
import { deliverJob, type WebhooksContext } from './webhooks-context.ts';

interface Delivering extends Pick<WebhooksContext, 'clock'> {
  readonly jobs: Pick<Jobs, 'enqueue'>;
}

const writeBody = ({ event, data }: EventWithData<SentEvent>, at: number): string =>
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
  { jobs }: Pick<Delivering, 'jobs'>,
  deliveries: readonly OwnedDelivery[],
): void => {
  for (const delivery of deliveries)
    jobs.enqueue(deliverJob, { deliveryId: delivery.id }, queuedAs(delivery)).catch(() => {});
};

/** What happened, for the webhooks of a user. */
export type UserEvent = EventWithData<WebhookEvent> & { readonly userId: string };

/**
 * Records events for those webhooks of their users that want them, in the same transaction.
 * They are sent after the commit.
 */
export const recordEvents = async (
  delivering: Delivering,
  transaction: Transaction<Schema>,
  events: readonly UserEvent[],
): Promise<void> => {
  if (events.length === 0) return;
  const enabled = await transaction
    .selectFrom('webhooks')
    .select(['id', 'user_id', 'events as wanted'])
    .where(isOneOf('user_id', new Set(events.map(({ userId }) => userId))))
    .where('state', '=', 'enabled')
    .orderBy('id')
    .execute();
  const byUser = Map.groupBy(enabled, ({ user_id }) => user_id);
  await recordFor(
    delivering,
    transaction,
    events.flatMap(({ userId, ...happened }) =>
      (byUser.get(userId) ?? [])
        .filter(({ wanted }) => wanted.includes(happened.event))
        .map(({ id: webhookId }) => ({ webhookId, happened })),
    ),
  );
};

/**
 * The owners of webhooks, and how many of their deliveries wait, counted up to `MAX_PENDING`. The
 * webhooks exist until the transaction ends.
 */
const holdReceivers = async (transaction: Transaction<Schema>, webhookIds: Iterable<string>) =>
  transaction
    .selectFrom('webhooks as w')
    .select(['w.id', 'w.user_id as ownerId'])
    .select(
      sql<number>`(SELECT count(*) FROM (
        SELECT FROM webhook_deliveries d
         WHERE d.webhook_id = w.id AND d.state = 'pending' LIMIT ${MAX_PENDING}) AS waiting)`.as(
        'pending',
      ),
    )
    .where(isOneOf('w.id', webhookIds))
    .orderBy('w.id')
    .forKeyShare('w')
    .execute();

/** What happened, for one webhook. */
export interface WebhookRecord {
  readonly webhookId: string;
  readonly happened: EventWithData<SentEvent>;
}

/** Records what happened for webhooks, in this order; returns the ids of the deliveries. */
export const recordFor = async (
  delivering: Delivering,
  transaction: Transaction<Schema>,
  records: readonly WebhookRecord[],
): Promise<readonly string[]> => {
  if (records.length === 0) return [];
  const now = delivering.clock.now();
  const held = await holdReceivers(transaction, new Set(records.map((given) => given.webhookId)));
  const receivers = new Map(held.map((receiver) => [receiver.id, receiver]));
  const deliveries = records.flatMap(({ webhookId, happened }) => {
    const receiver = receivers.get(webhookId);
    if (receiver === undefined) return [];
    receiver.pending += 1;
    const isFull = receiver.pending > MAX_PENDING;
    const body = writeBody(happened, now);
    const { event } = happened;
    return { id: createUuidV7(now), webhookId, ownerId: receiver.ownerId, event, body, isFull };
  });
  const [first] = deliveries;
  if (first === undefined) return [];
  const rows = deliveries.map(({ id, webhookId, event, body, isFull }) => ({
    id,
    webhook_id: webhookId,
    event,
    body,
    state: isFull ? 'failed' : 'pending',
    error: isFull ? 'too_many' : null,
  }));
  await sql`
    INSERT INTO webhook_deliveries (id, webhook_id, event, body, state, error, created_at)
    SELECT id, webhook_id, event, body,
           state, error, ${new Date(now)}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS new (id uuid, webhook_id uuid, event text, body text, state text, error text)`.execute(
    transaction,
  );
  const due = deliveries.filter(({ isFull }) => !isFull);
  afterCommit(transaction, `webhook deliveries ${first.id}`, () =>
    enqueueDeliveries(delivering, due),
  );
  return deliveries.map(({ id }) => id);
};
