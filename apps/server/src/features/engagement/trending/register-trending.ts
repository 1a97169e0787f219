import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { listTrendingDeals, type TrendingTab } from '@izgodno/contract/engagement/calls';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { Category } from '@izgodno/contract/deals/vocabulary';
import type { Clock } from '#platform/clock.ts';
import type { Database, DatabaseReads } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { isActive, isListed, type DealLookup, type ListedDeal } from '#features/deals/api.ts';
import { sql } from 'kysely';

/** The weight of a mark, in degrees. A favourite shows the most interest. */
const WEIGHTS = { like: 4, favorite: 6 } as const;
/**
 * The most that the marks of one user count on one deal. The same limit applies to one network,
 * whatever the number of accounts.
 */
const MOST_PER_USER = WEIGHTS.like + WEIGHTS.favorite;
const MOST_PER_NETWORK = MOST_PER_USER;
/** The half-life of marks. */
const HALF_LIFE_HOURS = 24;
/** Older marks would count for less than a hundredth, and are left out. */
const LOOK_BACK_DAYS = 7;
/** Deals in a list. */
const LONGEST_LIST = 500;
/**
 * New deals that also score by their discount; otherwise the hot list of a new product would be
 * empty.
 */
const NEWEST_CONSIDERED = 2_000;

/**
 * Computes the hot list in the database. The score of a deal is its temperature, plus the sum over
 * networks of
 *
 * least(MOST_PER_NETWORK, sum over users of least(MOST_PER_USER, sum of weight × ½^(age / 24 h)))
 *
 * plus, for the newest deals, observed discount% / 100 × ½^(age / 24 h), which is at most one
 * degree. Views do not count, because they prove nothing, nor do marks of sellers on their own deals.
 */
const computeTrending = async (database: Database, now: Date): Promise<void> => {
  const decay = (time: string) =>
    sql`power(0.5, greatest(extract(epoch FROM ${now}::timestamptz - ${sql.ref(time)}), 0) / 3600.0 / ${HALF_LIFE_HOURS}::float8)`;
  const since = sql`${now}::timestamptz - make_interval(days => ${LOOK_BACK_DAYS}::integer)`;
  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('trending_deals').execute();
    await sql`
      WITH signals AS (
        SELECT deal_id, user_id, network, created_at, ${WEIGHTS.like}::float8 AS weight
          FROM deal_likes WHERE created_at > ${since}
        UNION ALL
        SELECT deal_id, user_id, network, created_at, ${WEIGHTS.favorite}::float8
          FROM favorites WHERE created_at > ${since}
      ), by_user AS (
        -- Engagement counts for the representative of all sources' equal offers.
        SELECT coalesce(deals.represented_by, deals.id) AS deal_id, user_id, min(encode(network, 'hex')) AS network,
               least(${MOST_PER_USER}::float8, sum(weight * ${decay('signals.created_at')})) AS worth
          FROM signals JOIN deals ON deals.id = signals.deal_id
         WHERE ${isActive('deals')}
           AND deals.seller_id IS DISTINCT FROM user_id
         GROUP BY coalesce(deals.represented_by, deals.id), user_id
      ), by_network AS (
        SELECT deal_id, least(${MOST_PER_NETWORK}::float8, sum(worth)) AS worth
          FROM by_user GROUP BY deal_id, network
      ), newest AS (
        SELECT id, discount_percent, posted_at FROM deals
         WHERE ${isListed('deals')}
         ORDER BY posted_at DESC, id DESC LIMIT ${NEWEST_CONSIDERED}
      ), worth AS (
        SELECT deal_id, worth FROM by_network
        UNION ALL
        SELECT id, temperature FROM deals
         WHERE temperature <> 0 AND ${isListed('deals')}
        UNION ALL
        SELECT id, discount_percent / 100.0 * ${decay('newest.posted_at')} FROM newest
         WHERE discount_percent IS NOT NULL
      )
      INSERT INTO trending_deals (deal_id, score)
      SELECT deal_id, sum(worth) FROM worth
       GROUP BY deal_id HAVING sum(worth) > 0
       ORDER BY sum(worth) DESC, deal_id DESC LIMIT ${LONGEST_LIST}`.execute(transaction);
  });
};

/** The hottest deals. */
export interface TrendingDeals {
  /** The first `most` of the list, as in responses. */
  top(most: number): Promise<readonly Deal[]>;
}

const trendingJob = defineJob({ name: 'deals.trending', payload: z.strictObject({}) });

export interface TrendingDependencies {
  readonly database: Database;
  readonly reads: DatabaseReads;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly dealLookup: DealLookup;
}

const available = (from: Database, category: Category | null) =>
  from
    .selectFrom('deals')
    .where('deals.status', '=', 'active')
    .where('deals.deleted_at', 'is', null)
    .where('deals.represented_by', 'is', null)
    .$if(category !== null, (builder) => builder.where('deals.category', '=', category));

/** What is sold out keeps its score, and is back once it is in stock. */
const readHot = (from: Database, category: Category | null) =>
  available(from, category)
    .where('deals.availability', '!=', 'out_of_stock')
    .innerJoin('trending_deals', 'trending_deals.deal_id', 'deals.id')
    .select(['deals.id', 'trending_deals.score as key'])
    .orderBy('trending_deals.score', 'desc')
    .orderBy('deals.id', 'desc')
    .execute();

/**
 * Registers the lists of hot, new and discussed deals. The hot list is computed every few minutes and
 * read from a short table. Returns its reader for other features.
 */
export const registerTrending = (
  app: FastifyInstance,
  { database, reads, clock, jobs, dealLookup }: TrendingDependencies,
): TrendingDeals => {
  const compute = (): Promise<void> => computeTrending(database, new Date(clock.now()));
  let firstComputed: Promise<void> | undefined;

  const read: Record<TrendingTab, (category: Category | null) => Promise<readonly ListedDeal[]>> = {
    async hot(category) {
      const list = await reads((replica) => readHot(replica, category));
      if (list.length > 0 || firstComputed !== undefined) return list;
      // The first request before the job's first run computes the list itself.
      firstComputed = compute();
      await firstComputed;
      return readHot(database, category);
    },
    async new(category) {
      const rows = await reads((replica) =>
        available(replica, category)
          .select(['deals.id', 'deals.posted_at as postedAt'])
          .orderBy('deals.posted_at', 'desc')
          .orderBy('deals.id', 'desc')
          .limit(LONGEST_LIST)
          .execute(),
      );
      return rows.map(({ id, postedAt }) => ({ id, key: postedAt.getTime() }));
    },
    discussed: (category) =>
      reads((replica) =>
        available(replica, category)
          .where('deals.comments', '>', 0)
          .select(['deals.id', 'deals.comments as key'])
          .orderBy('deals.comments', 'desc')
          .orderBy('deals.id', 'desc')
          .limit(LONGEST_LIST)
          .execute(),
      ),
  };

  addCall(app, listTrendingDeals, async ({ query }) =>
    dealLookup.page(await read[query.tab](query.category ?? null), query),
  );

  jobs.work(trendingJob, compute);
  jobs.schedule(trendingJob, '*/3 * * * *', {});

  return {
    async top(most) {
      const list = await readHot(database, null);
      return dealLookup.read(list.slice(0, most).map(({ id }) => id));
    },
  };
};
