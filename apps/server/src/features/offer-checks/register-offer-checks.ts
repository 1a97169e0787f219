import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { visitDeal } from '@izgodno/contract/sources/visit-calls';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { addCall } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { FareCheck } from '#ports/fare-check.ts';
import { expireOffers } from './expiry.ts';
import { visit } from './visit.ts';

/** Expires offers whose end has passed. */
export const expireOffersJob = defineJob({ name: 'offers.expire', payload: z.object({}) });

export interface OfferCheckDependencies {
  readonly database: Database;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly fares: FareCheck;
}

/** Keeps offers up to date: expires them in time, and checks fares before visits. */
export const registerOfferChecks = (
  app: FastifyInstance,
  { database, bus, jobs, clock, fares }: OfferCheckDependencies,
): void => {
  const onChange = (): void => bus.publish('deals.changed', {});

  addCall(app, visitDeal, async ({ params }) => {
    const answer = await visit({ database, fares, onChange }, Number(params.id));
    if (answer === null) throw new CallError('not_found');
    return { visit: answer };
  });

  jobs.work(expireOffersJob, async (_payload, signal) => {
    if ((await expireOffers(database, clock, signal)) > 0) onChange();
  });
  jobs.schedule(expireOffersJob, '* * * * *', {});
};
