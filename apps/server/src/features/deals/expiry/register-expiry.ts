import * as z from 'zod/mini';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { expireOffers } from './expire-offers.ts';
import { dealsChanged } from '../changes/deals-changed.ts';

/** Expires offers whose end has passed. */
export const expireOffersJob = defineJob({ name: 'offers.expire', payload: z.object({}) });

export interface ExpiryDependencies {
  readonly database: Database;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly clock: Clock;
}

/** Expires offers every minute whose end has passed. */
export const registerExpiry = ({ database, bus, jobs, clock }: ExpiryDependencies): void => {
  jobs.work(expireOffersJob, async (_payload, signal) => {
    if ((await expireOffers(database, clock, signal)) > 0) bus.publish(dealsChanged, {});
  });
  jobs.schedule(expireOffersJob, '* * * * *', {});
};
