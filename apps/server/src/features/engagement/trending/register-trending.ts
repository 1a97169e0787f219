import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { listTrendingDeals } from '@izgodno/contract/engagement/calls';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { Category } from '@izgodno/contract/deals/vocabulary';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { DealLookup } from '#features/deals/api.ts';
import { sql } from 'kysely';

/** The weight of each kind of engagement. A favourite shows the most interest. */
const WEIGHTS = { view: 1, like: 4, favorite: 6 } as const;
/**
 * The most that one user counts on one deal: a view, a like and a favourite. The same limit applies
 * to one network, whatever the number of accounts and browsers.
 */
const MOST_PER_USER = WEIGHTS.view + WEIGHTS.like + WEIGHTS.favorite;
const MOST_PER_NETWORK = MOST_PER_USER;
/** The half-life of engagement. */
const HALF_LIFE_HOURS = 24;
/** Older engagement would count for less than a hundredth, and is left out. */
const LOOK_BACK_DAYS = 7;
/** Deals in the stored list. */
const LONGEST_LIST = 500;
/**
 * New deals that also score by their discount; otherwise the trending list of a new product would
 * be empty.
 */
const NEWEST_CONSIDERED = 2_000;

/**
 * Computes the list in the database. The score of a deal is the sum over networks of
 *
 * least(MOST_PER_NETWORK, sum over users of least(MOST_PER_USER, sum of weight × ½^(age / 24 h)))
 *
 * plus, for the newest deals, discount% / 100 × ½^(age / 24 h), which is at most one view. Sellers
 * do not count on their own deals.
 */
const computeTrending = async (database: Database, now: Date): Promise<void> => {
  const decay = (time: string) =>
    sql`power(0.5, greatest(extract(epoch FROM ${now}::timestamptz - ${sql.ref(time)}), 0) / 3600.0 / ${HALF_LIFE_HOURS}::float8)`;
  const since = sql`${now}::timestamptz - make_interval(days => ${LOOK_BACK_DAYS}::integer)`;
  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('trending_deals').execute();
    await sql`
      WITH signals AS (
        SELECT deal_id, encode(viewer, 'hex') AS person, network, created_at, ${WEIGHTS.view}::float8 AS weight
          FROM deal_views WHERE created_at > ${since}
        UNION ALL
        SELECT deal_id, user_id::text, network, created_at, ${WEIGHTS.like}::float8
          FROM deal_likes WHERE created_at > ${since}
        UNION ALL
        SELECT deal_id, user_id::text, network, created_at, ${WEIGHTS.favorite}::float8
          FROM favorites WHERE created_at > ${since}
      ), by_person AS (
        -- Engagement counts for the representative of all sources' equal offers.
        SELECT coalesce(deals.represented_by, deals.id) AS deal_id, person, min(encode(network, 'hex')) AS network,
               least(${MOST_PER_USER}::float8, sum(weight * ${decay('signals.created_at')})) AS worth
          FROM signals JOIN deals ON deals.id = signals.deal_id
         WHERE deals.status = 'active' AND deals.deleted_at IS NULL
           AND deals.seller_id::text IS DISTINCT FROM person
         GROUP BY coalesce(deals.represented_by, deals.id), person
      ), by_network AS (
        SELECT deal_id, least(${MOST_PER_NETWORK}::float8, sum(worth)) AS worth
          FROM by_person GROUP BY deal_id, network
      ), newest AS (
        SELECT id, discount_percent, posted_at FROM deals
         WHERE status = 'active' AND deleted_at IS NULL AND represented_by IS NULL
         ORDER BY posted_at DESC, id DESC LIMIT ${NEWEST_CONSIDERED}
      ), worth AS (
        SELECT deal_id, worth FROM by_network
        UNION ALL
        SELECT id, discount_percent / 100.0 * ${decay('newest.posted_at')} FROM newest
         WHERE discount_percent IS NOT NULL
      )
      INSERT INTO trending_deals (deal_id, score)
      SELECT deal_id, sum(worth) FROM worth
       GROUP BY deal_id ORDER BY sum(worth) DESC, deal_id DESC LIMIT ${LONGEST_LIST}`.execute(
      transaction,
    );
  });
};

/** The deals with the most recent engagement. */
export interface TrendingDeals {
  /** The first `most` of the list, as in responses. */
  top(most: number): Promise<readonly Deal[]>;
}

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
