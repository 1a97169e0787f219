import { sql } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { dayOf } from '#platform/clock.ts';
import { plannedEachTime } from '#platform/database/prepared-statements.ts';
import { changeDeals } from '#features/deals/api.ts';
import { lockDeals, type TemperatureContext } from './votes/temperature.ts';

/**
 * The score of the first step; each further one needs twice as much. One network that returns every
 * day has less: 1 + ½^⅓ + ½^⅔ + … < 4.85.
 */
const FIRST_STEP = 5;
const LAST_STEP = 7;
/** The half-life of a view. */
const HALF_LIFE_DAYS = 3;
/** Visitors who are not signed in add at most this, because their networks are cheap: three steps. */
const MOST_OF_VISITORS = 20;
/**
 * Views are stored for as many days, with today, as popularity reads them. The privacy pages
 * (docs/legal) and docs/security/inventories.md name the number.
 */
export const VIEWS_STORED_DAYS = 8;
/** Deals per transaction. */
const BATCH = 500;

const changesSchema = z.array(z.object({ id: z.int(), popularity: z.int() }));
type Change = z.infer<typeof changesSchema>[number];

/** Views that a run may not have seen: much longer than from one run to the next. */
const LATELY_MS = HOUR_MS;

/**
 * The deals whose popularity differs from what their views say. A view counts at most once per
 * network and day, with ½^(days / 3), and for the representative of the product. Only products that
 * were viewed lately or are popular are read, because the popularity of others cannot grow.
 */
export const readChanges = async ({
  database,
  clock,
}: Pick<TemperatureContext, 'database' | 'clock'>): Promise<readonly Change[]> => {
  const now = clock.now();
  const lately = now - LATELY_MS;
  const today = sql`${dayOf(now)}::date`;
  const { rows } = await sql`
    WITH ${plannedEachTime} viewed AS (
      SELECT DISTINCT deal_id FROM deal_views
       WHERE day BETWEEN ${dayOf(lately)}::date AND ${today} AND created_at > ${new Date(lately)}
    ), read AS (
      SELECT coalesce(represented_by, id) AS product FROM viewed JOIN deals ON id = deal_id
      UNION
      SELECT coalesce(represented_by, id) FROM deals WHERE popularity <> 0
    ), offers AS (
      SELECT product, id AS offer FROM read JOIN deals ON id = product AND represented_by IS NULL
      UNION ALL
      SELECT product, id FROM read JOIN deals ON represented_by = product
    ), networks AS (
      SELECT product, v.day, bool_or(v.signed_in) AS signed_in
        FROM offers JOIN deal_views v ON v.deal_id = offer
       WHERE v.day > ${dayOf(now - VIEWS_STORED_DAYS * DAY_MS)}::date AND v.day <= ${today}
       GROUP BY product, v.day, v.network
    ), sums AS (
      SELECT product, signed_in, sum(power(0.5, (${today} - day) / ${HALF_LIFE_DAYS}::float8)) AS score
        FROM networks GROUP BY product, signed_in
    ), scores AS (
      SELECT product,
             sum(CASE WHEN signed_in THEN score ELSE least(score, ${MOST_OF_VISITORS}::float8) END)
               AS score
        FROM sums GROUP BY product
    ), steps AS (
      SELECT product AS id,
             least(${LAST_STEP}::int, 1 + floor(log(2, (score / ${FIRST_STEP}::float8)::numeric))::int)
               AS popularity
        FROM scores WHERE score >= ${FIRST_STEP}::float8
      UNION ALL
      SELECT id, 0 FROM deals
       WHERE popularity <> 0
         AND NOT EXISTS (
           SELECT FROM scores WHERE product = deals.id AND score >= ${FIRST_STEP}::float8)
    )
    SELECT id, steps.popularity FROM steps JOIN deals USING (id)
     WHERE deals.popularity <> steps.popularity AND deleted_at IS NULL
     ORDER BY id`.execute(database);
  return expectShape(changesSchema, rows);
};

/** Computes how popular deals are, and changes those that differ. */
export const refreshPopularity = async (context: TemperatureContext): Promise<void> => {
  const { database, bus } = context;
  for (const [popularity, deals] of Map.groupBy(
    await readChanges(context),
    (change) => change.popularity,
  )) {
    for (let start = 0; start < deals.length; start += BATCH) {
      const ids = deals.slice(start, start + BATCH).map(({ id }) => id);
      await database.transaction().execute(async (transaction) => {
        await lockDeals(transaction, ids);
        await changeDeals({ transaction, bus }, { ids }, { popularity });
      });
    }
  }
};
