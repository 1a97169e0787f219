import { sql } from 'kysely';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@izgodno/contract/common/durations';
import * as calls from '@izgodno/contract/webhooks/calls';
import { ForbiddenIpError } from '#platform/http/ip-guard.ts';
import { sendRequest, userAgent } from '#platform/http/outgoing-request.ts';
import type { Connection } from '#schema/schema.ts';
import { MESSAGE_UNAVAILABLE, presentBody } from './delivery-body.ts';
import { enqueueDeliveries, queuedAs, type OwnedDelivery } from './record-event.ts';
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
/** Age of an attempt without an outcome: its node was killed. Longer than a receiver may take. */
const CLAIM_LIMIT_MS = RESPONSE_LIMIT_MS + 5 * SECOND_MS;
const LOG_LIFETIME_MS = 30 * DAY_MS;
/** Age of a delivery without a failed attempt whose job may have been lost. */
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
  /** Those that ended. */
  readonly attempts: number;
  /** Null if its message is unavailable. */
  readonly body: string | null;
  readonly url: string;
  readonly secret: Buffer;
}

/** Posts one delivery. A redirect is a failure, because it would lead the event to strangers. */
const post = async (
  { guard, clock, baseUrl }: WebhooksContext,
  { id, body, url, secret }: Due,
  signal: AbortSignal,
): Promise<Outcome> => {
  if (body === null) return { status: null, error: MESSAGE_UNAVAILABLE };
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

/** A pending delivery of a webhook that is on, with where it goes to. */
const readDue = async (connection: Connection, deliveryId: string): Promise<Due | null> =>
  (await connection
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.attempts', 'w.url', 'w.secret', 'w.id as webhookId'])
    .select([presentBody.as('body'), 'w.user_id as ownerId', 'w.failing_since as failingSince'])
    .where('d.id', '=', deliveryId)
    .where('d.state', '=', 'pending')
    .where('w.state', '=', 'enabled')
    .executeTakeFirst()) ?? null;

/**
 * The pending deliveries of a webhook without a failed attempt: the one attempted last, if any, then the
 * oldest. The log's index has no such order, and so tempts no plan to read the log from its beginning.
 */
const selectWaiting = (connection: Connection, webhookId: string) =>
  connection
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.attempted_at as attemptedAt', 'w.user_id as ownerId'])
    .where('d.webhook_id', '=', webhookId)
    .where('d.state', '=', 'pending')
    .where('d.error', 'is', null)
    .where('w.state', '=', 'enabled')
    .orderBy('d.attempted_at', (order) => order.desc().nullsLast())
    .orderBy('d.created_at')
    .orderBy('d.id');

interface Claim {
  /** The delivery of the job. */
  readonly deliveryId: string;
  readonly webhookId: string;
  /** Whether another delivery that waits goes first. */
  readonly inOrder: boolean;
}

/**
 * Begins an attempt, so that no other node makes one meanwhile: of a webhook that works, of the delivery
 * whose node was killed, or else of the oldest, and only if no other one is under way. Null if there is
 * nothing to attempt now; what is under way looks for the next one when it ends.
 */
const claim = (
  { database, clock }: WebhooksContext,
  { deliveryId, webhookId, inOrder }: Claim,
): Promise<Due | null> =>
  database.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('webhooks')
      .select('id')
      .where('id', '=', webhookId)
      .forNoKeyUpdate()
      .execute();
    const now = clock.now();
    const waiting = selectWaiting(transaction, webhookId);
    const first = await (inOrder ? waiting : waiting.where('d.id', '=', deliveryId))
      .limit(1)
      .executeTakeFirst();
    const begun = first?.attemptedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
    if (begun > now - CLAIM_LIMIT_MS) return null;
    const chosen = first?.id ?? deliveryId;
    const due = await readDue(transaction, chosen);
    if (due === null) return null;
    // The first failure leaves all that wait to `repeat`.
    if (inOrder && due.failingSince !== null) return null;
    await transaction
      .updateTable('webhook_deliveries')
      .set({ status: null, error: null, attempted_at: new Date(now) })
      .where('id', '=', chosen)
      .execute();
    return due;
  });

/** Ends an attempt without an outcome, because the node stops. */
const release = async ({ database }: WebhooksContext, { id }: Due): Promise<void> => {
  await database
    .updateTable('webhook_deliveries')
    .set({ attempted_at: null })
    .where('id', '=', id)
    .execute();
};

/** Stores the outcome of an attempt; returns whether it is to be repeated. */
const storeOutcome = async (
  { database, clock }: WebhooksContext,
  { id, webhookId, attempts: before }: Due,
  { status, error }: Outcome,
): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    const now = new Date(clock.now());
    // Nothing was sent, so that it says nothing of the receiver.
    const isSent = error !== MESSAGE_UNAVAILABLE;
    const { failing_since: since } = await transaction
      .updateTable('webhooks')
      .set((set) => ({
        failing_since:
          error === null ? null : set.fn.coalesce('failing_since', set.val(isSent ? now : null)),
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
    const attempts = isSent ? before + 1 : before;
    const isRepeated =
      error !== null && isSent && status !== ENDED_STATUS && !isFailing && attempts < MAX_ATTEMPTS;
    const ended = { state: error === null ? 'delivered' : 'failed' } as const;
    await transaction
      .updateTable('webhook_deliveries')
      .set({ status, error, attempts, attempted_at: now, ...(isRepeated ? {} : ended) })
      .where('id', '=', id)
      .execute();
    return isRepeated;
  });

const leaveToRepeat = async (
  { jobs, clock }: WebhooksContext,
  deliveries: readonly OwnedDelivery[],
): Promise<void> => {
  const startAfter = new Date(clock.now() + FIRST_PAUSE_MS);
  for (const delivery of deliveries)
    await jobs.enqueue(
      repeatJob,
      { deliveryId: delivery.id },
      { ...queuedAs(delivery), startAfter },
    );
};

/**
 * Makes an attempt; returns the outcome that the queue has to repeat, or null. The jobs of other
 * deliveries may have found this attempt under way and ended, so a success enqueues the next one, and
 * the first failure leaves all to `repeat`.
 */
const attempt = async (
  webhooks: WebhooksContext,
  made: Due,
  signal: AbortSignal,
): Promise<Outcome | null> => {
  let outcome: Outcome;
  try {
    outcome = await post(webhooks, made, signal);
  } catch (error) {
    await release(webhooks, made);
    throw error;
  }
  const isRepeated = await storeOutcome(webhooks, made, outcome);
  const waiting = selectWaiting(webhooks.database, made.webhookId);
  if (outcome.error === null || outcome.error === MESSAGE_UNAVAILABLE) {
    enqueueDeliveries(webhooks, await waiting.limit(1).execute());
    return null;
  }
  if (made.failingSince !== null) return isRepeated ? outcome : null;
  await leaveToRepeat(webhooks, [...(isRepeated ? [made] : []), ...(await waiting.execute())]);
  return null;
};

/**
 * Attempts the oldest delivery of a webhook that works. Those of one that fails are left to `repeat`,
 * whose jobs take no time from these.
 */
export const deliver = async (
  webhooks: WebhooksContext,
  deliveryId: string,
  signal: AbortSignal,
): Promise<void> => {
  const due = await readDue(webhooks.database, deliveryId);
  if (due === null) return;
  if (due.failingSince !== null) return leaveToRepeat(webhooks, [due]);
  const made = await claim(webhooks, { deliveryId, webhookId: due.webhookId, inOrder: true });
  if (made !== null) await attempt(webhooks, made, signal);
};

/** Attempts a delivery. Throws if it failed, so that the queue repeats it with growing delays. */
export const repeat = async (
  webhooks: WebhooksContext,
  deliveryId: string,
  signal: AbortSignal,
): Promise<void> => {
  const due = await readDue(webhooks.database, deliveryId);
  if (due === null) return;
  const made = await claim(webhooks, { deliveryId, webhookId: due.webhookId, inOrder: false });
  if (made === null) return;
  const failed = await attempt(webhooks, made, signal);
  if (failed !== null)
    throw new Error(`A webhook was not delivered: ${failed.error} ${failed.status ?? ''}`.trim());
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
    .set({ state: 'failed', error: sql`coalesce(d.error, ${calls.TURNED_OFF})` })
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
        where.and([
          where('d.error', 'is', null),
          where(where.fn.coalesce('d.attempted_at', 'd.created_at'), '<', before(LOST_AFTER_MS)),
        ]),
        where('d.attempted_at', '<', before(LOST_BETWEEN_MS)),
      ]),
    )
    // Those of failing webhooks often only wait.
    .orderBy('w.failing_since', (order) => order.desc().nullsFirst())
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(SWEPT_AT_ONCE)
    .execute();
  enqueueDeliveries(webhooks, lost);
};
