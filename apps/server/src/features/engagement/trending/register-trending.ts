import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { listTrendingDeals } from '@izgodno/contract/engagement/calls';
import type { Category } from '@izgodno/contract/deals/vocabulary';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { DealLookup } from '#features/deals/api.ts';
import type { TrendingDeals } from './trending-deals.ts';
import { computeTrending } from './trending-score.ts';

export const trendingJob = defineJob({ name: 'deals.trending', payload: z.strictObject({}) });

export interface TrendingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly catalogue: DealLookup;
}

/**
 * Registers trending deals: computed every few minutes, read from a short table. Returns the reader
 * for other features.
 */
export const registerTrending = (
  app: FastifyInstance,
  { database, clock, jobs, catalogue }: TrendingDependencies,
): TrendingDeals => {
  const compute = (): Promise<void> => computeTrending(database, new Date(clock.now()));
  let firstComputed: Promise<void> | undefined;

  const read = (category: Category | null) =>
    database
      .selectFrom('trending_deals')
      .innerJoin('deals', 'deals.id', 'trending_deals.deal_id')
      .select(['deals.id', 'trending_deals.score as key'])
      .where('deals.status', '=', 'active')
      .where('deals.deleted_at', 'is', null)
      .where('deals.represented_by', 'is', null)
      .$if(category !== null, (builder) => builder.where('deals.category', '=', category))
      .orderBy('trending_deals.score', 'desc')
      .orderBy('deals.id', 'desc')
      .execute();

  addCall(app, listTrendingDeals, async ({ query }) => {
    const category = query.category ?? null;
    let list = await read(category);
    // The first request before the job's first run computes the list itself.
    if (list.length === 0 && firstComputed === undefined) {
      firstComputed = compute();
      await firstComputed;
      list = await read(category);
    }
    return catalogue.page(list, query);
  });

  jobs.work(trendingJob, compute);
  jobs.schedule(trendingJob, '*/3 * * * *', {});

  return {
    async top(most) {
      const list = await read(null);
      return catalogue.read(list.slice(0, most).map(({ id }) => id));
    },
  };
};
