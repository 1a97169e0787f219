import { DAY_MS, MINUTE_MS, SECOND_MS } from '@izgodno/contract/common/durations';
import { ForbiddenIpError } from '#platform/http/ip-guard.ts';
import { sendRequest, userAgent } from '#platform/http/outgoing-request.ts';
import { enqueueDeliveries, queuedAs } from './record-event.ts';
import { signedHeaders } from './signature.ts';
import { repeatJob, type WebhooksContext } from './webhooks-context.ts';

/** Milliseconds for a receiver to respond. */
const RESPONSE_LIMIT_MS = 10_000;
/** As often as the queue repeats a job, within about three hours. */
const MAX_ATTEMPTS = 20;
/** Until the second attempt, as between the queue's first two. */
const FIRST_PAUSE_MS = SECOND_MS;
/** How long a webhook may fail before it is turned off. */
const FAILURE_LIMIT_MS = 7 * DAY_MS;
const LOG_LIFETIME_MS = 30 * DAY_MS;
/** Age of a delivery without an attempt whose job may have been lost. */
const LOST_AFTER_MS = 60 * SECOND_MS;
/** Likewise since the last attempt: twice the longest pause of the queue between two. */
const LOST_BETWEEN_MS = 30 * MINUTE_MS;
const SWEPT_AT_ONCE = 500;
/** A receiver's way to end its webhook (Standard Webhooks). */
const ENDED_STATUS = 410;

class RedirectError extends Error {
  override readonly name = 'RedirectError';
}

interface Outcome {
  readonly status: number | null;
  /** Null for success. */
  readonly error: string | null;
}

const errorOf = (error: unknown): string => {
  if (error instanceof ForbiddenIpError) return 'ip_forbidden';
  if (error instanceof RedirectError) return 'redirected';
  if (error instanceof Error && error.name === 'TimeoutError') return 'too_slow';
  return 'unreachable';
};

interface Due {
  readonly id: string;
  readonly webhookId: string;
  readonly ownerId: string;
  readonly failingSince: Date | null;
  readonly body: string;
  readonly url: string;
  readonly secret: Buffer;
}

/** Posts one delivery. A redirect is a failure, because it would lead the event to strangers. */
const post = async (
  { guard, clock, baseUrl }: WebhooksContext,
  { id, body, url, secret }: Due,
  signal: AbortSignal,
): Promise<Outcome> => {
  const timestamp = Math.floor(clock.now() / SECOND_MS);
  try {
    const response = await sendRequest(new URL(url), guard, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': userAgent(baseUrl),
        ...signedHeaders(secret, { id, timestamp, body }),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_LIMIT_MS)]),
      beforeRedirect: async () => {
        throw new RedirectError('A webhook follows no redirect.');
      },
    });
    response.discard();
    const { status } = response;
    return { status, error: status >= 200 && status < 300 ? null : 'rejected' };
  } catch (error) {
    signal.throwIfAborted();
    return { status: null, error: errorOf(error) };
  }
};

const readDue = async ({ database }: WebhooksContext, deliveryId: string): Promise<Due | null> =>
  (await database
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.body', 'w.url', 'w.secret', 'w.id as webhookId'])
    .select(['w.user_id as ownerId', 'w.failing_since as failingSince'])
    .where('d.id', '=', deliveryId)
    .where('d.state', '=', 'pending')
    .where('w.state', '=', 'enabled')
    .executeTakeFirst()) ?? null;

/** Stores the outcome of an attempt; returns whether it is to be repeated. */
const storeOutcome = async (
  { database, clock }: WebhooksContext,
  { id, webhookId }: { readonly id: string; readonly webhookId: string },
  { status, error }: Outcome,
): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    const now = new Date(clock.now());
    const { attempts } = await transaction
      .updateTable('webhook_deliveries')
      .set((set) => ({ attempts: set('attempts', '+', 1), status, error, attempted_at: now }))
      .where('id', '=', id)
      .returning('attempts')
      .executeTakeFirstOrThrow();
    const { failing_since: since } = await transaction
      .updateTable('webhooks')
      .set((set) => ({
        failing_since: error === null ? null : set.fn.coalesce('failing_since', set.val(now)),
      }))
      .where('id', '=', webhookId)
      .returning('failing_since')
      .executeTakeFirstOrThrow();
    const isFailing = since !== null && now.getTime() - since.getTime() >= FAILURE_LIMIT_MS;
    if (status === ENDED_STATUS || isFailing)
      await transaction
        .updateTable('webhooks')
        .set({ state: status === ENDED_STATUS ? 'ended' : 'failing' })
        .where('id', '=', webhookId)
        .execute();
    const isRepeated =
      error !== null && status !== ENDED_STATUS && !isFailing && attempts < MAX_ATTEMPTS;
    if (!isRepeated)
      await transaction
        .updateTable('webhook_deliveries')
        .set({ state: error === null ? 'delivered' : 'failed' })
        .where('id', '=', id)
        .execute();
    return isRepeated;
  });

/**
 * Attempts a delivery of a webhook that works. Those of one that fails are left to `repeat`, whose
 * jobs take no time from these.
 */
export const deliver = async (
  webhooks: WebhooksContext,
  deliveryId: string,
  signal: AbortSignal,
): Promise<void> => {
  const due = await readDue(webhooks, deliveryId);
  if (due === null) return;
  const isLeft =
    due.failingSince !== null ||
    (await storeOutcome(webhooks, due, await post(webhooks, due, signal)));
  if (!isLeft) return;
  const startAfter = new Date(webhooks.clock.now() + FIRST_PAUSE_MS);
  await webhooks.jobs.enqueue(repeatJob, { deliveryId }, { ...queuedAs(due), startAfter });
};

/** Attempts a delivery. Throws if it failed, so that the queue repeats it with growing delays. */
export const repeat = async (
  webhooks: WebhooksContext,
  deliveryId: string,
  signal: AbortSignal,
): Promise<void> => {
  const due = await readDue(webhooks, deliveryId);
  if (due === null) return;
  const outcome = await post(webhooks, due, signal);
  if (await storeOutcome(webhooks, due, outcome))
    throw new Error(`A webhook was not delivered: ${outcome.error} ${outcome.status ?? ''}`.trim());
};

/** Enqueues deliveries whose job was lost, fails those of ended webhooks, and erases the old log. */
export const sweepDeliveries = async (webhooks: WebhooksContext): Promise<void> => {
  const { database, clock } = webhooks;
  const before = (ms: number): Date => new Date(clock.now() - ms);
  await database
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', before(LOG_LIFETIME_MS))
    .execute();
  await database
    .updateTable('webhook_deliveries as d')
    .from('webhooks as w')
    .set({ state: 'failed' })
    .whereRef('w.id', '=', 'd.webhook_id')
    .where('d.state', '=', 'pending')
    .where('w.state', '!=', 'enabled')
    .execute();
  const lost = await database
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'w.user_id as ownerId'])
    .where('d.state', '=', 'pending')
    .where((where) =>
      where.or([
        where.and([where('d.attempts', '=', 0), where('d.created_at', '<', before(LOST_AFTER_MS))]),
        where('d.attempted_at', '<', before(LOST_BETWEEN_MS)),
      ]),
    )
    // Those of failing webhooks often only wait.
    .orderBy('w.failing_since', (order) => order.desc().nullsFirst())
    .orderBy('d.created_at')
    .limit(SWEPT_AT_ONCE)
    .execute();
  enqueueDeliveries(webhooks, lost);
};
