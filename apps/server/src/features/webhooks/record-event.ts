import { sql, type Transaction } from 'kysely';
import type { WebhookEvent } from '@izgodno/contract/webhooks/calls';
import { afterCommit } from '#platform/database/after-commit.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Schema } from '#schema/schema.ts';
import { deliverJob, type WebhooksContext } from './webhooks-context.ts';

export type EventData = Readonly<Record<string, unknown>>;

type Delivering = Pick<WebhooksContext, 'clock' | 'jobs'>;

export const writeBody = (event: string, at: number, data: EventData): string =>
  JSON.stringify({ type: event, timestamp: new Date(at).toISOString(), data });

/** Enqueues deliveries; the schedule finds those whose job could not be stored. */
export const enqueueDeliveries = (
  { jobs }: Pick<WebhooksContext, 'jobs'>,
  ids: readonly string[],
): void => {
  for (const deliveryId of ids)
    jobs.enqueue(deliverJob, { deliveryId }, { singletonKey: deliveryId }).catch(() => {});
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
  const rows = webhookIds.map((webhookId) => ({
    id: createUuidV7(now),
    webhook_id: webhookId,
    event,
    body: writeBody(event, now, data),
    state: 'pending' as const,
    status: null,
    error: null,
    created_at: new Date(now),
    attempted_at: null,
  }));
  await transaction.insertInto('webhook_deliveries').values(rows).execute();
  const ids = rows.map(({ id }) => id);
  afterCommit(transaction, `webhook deliveries ${ids[0]}`, () =>
    enqueueDeliveries(delivering, ids),
  );
  return ids;
};
