import * as z from 'zod/mini';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { changeDeals } from './write-deals.ts';

/** Expires offers whose end has passed. */
const expireOffersJob = defineJob({ name: 'offers.expire', payload: z.object({}) });

export interface ExpiryDependencies {
  readonly database: Database;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly clock: Clock;
}

/**
 * Deals per transaction. Search replicas wait for the oldest open transaction that took a change
 * number, so each must be short.
 */
const BATCH_ROWS = 1_000;

/** Expires offers whose end has passed, such as fares. */
const expireOffers = async (
  { database, bus, clock }: ExpiryDependencies,
  signal: AbortSignal,
): Promise<void> => {
  let expired = BATCH_ROWS;
  while (expired === BATCH_ROWS) {
    signal.throwIfAborted();
    expired = await database.transaction().execute(async (transaction) => {
      const now = new Date(clock.now());
      const due = await transaction
        .selectFrom('deals')
        .select('id')
        .where('status', '=', 'active')
        .where('expires_at', '<=', now)
        .limit(BATCH_ROWS)
        .forUpdate()
        .skipLocked()
        .execute();
      const ids = due.map(({ id }) => id);
      await changeDeals({ transaction, bus }, { ids }, { status: 'expired', updated_at: now });
      return due.length;
    });
  }
};

/** Expires offers every minute whose end has passed. */
export const registerExpiry = (dependencies: ExpiryDependencies): void => {
  const { jobs } = dependencies;
  jobs.work(expireOffersJob, (_payload, signal) => expireOffers(dependencies, signal));
  jobs.schedule(expireOffersJob, '* * * * *', {});
};
