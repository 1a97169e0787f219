import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { listTrendingDeals } from '@izgodno/contract/deals/keeping-calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { addCall } from '#platform/http/add-call.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { DealCatalogue } from '#ports/deal-catalogue.ts';
import { computeTrending } from './trending-score.ts';

export const trendingJob = defineJob({ name: 'deals.trending', payload: z.strictObject({}) });

export interface TrendingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly catalogue: DealCatalogue;
}

/** What people care for now: computed every few minutes, read from a short table. */
export const registerTrending = (
  app: FastifyInstance,
  { database, clock, jobs, catalogue }: TrendingDependencies,
): void => {
  addCall(app, listTrendingDeals, async ({ query }) => {
    const category = query.category ?? null;
    const rows = await database
      .selectFrom('trending_deals')
      .innerJoin('deals', 'deals.id', 'trending_deals.deal_id')
      .select(['deals.id', 'trending_deals.score as key'])
      .where('deals.status', '=', 'active')
      .where('deals.deleted_at', 'is', null)
      .$if(category !== null, (builder) => builder.where('deals.category', '=', category))
      .orderBy('trending_deals.score', 'desc')
      .orderBy('deals.id', 'desc')
      .execute();
    return catalogue.page(rows, query);
  });

  jobs.work(trendingJob, () => computeTrending(database, new Date(clock.now())));
  jobs.schedule(trendingJob, '*/3 * * * *', {});
};
