import { sql } from 'kysely';
import type { Database } from '#schema/schema.ts';

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
export const computeTrending = async (database: Database, now: Date): Promise<void> => {
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
