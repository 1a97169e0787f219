import { CompiledQuery, type Kysely } from 'kysely';
import * as z from 'zod/mini';
import { HISTORY_DAYS } from '@izgodno/contract/deals/price-history';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { PLANNED_EACH_TIME } from '#platform/database/prepared-statements.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Database, Schema } from '#schema/schema.ts';
import { dealsChanged } from '../deals-changed.ts';
import { euroCentsSql } from './euro-cents-sql.ts';

const sofiaDay = (time: string): string => `(${time} AT TIME ZONE 'Europe/Sofia')::date`;
const today = sofiaDay('$2::timestamptz');

/**
 * Computes the reductions of the deals `$1` at the time `$2` from our own observations, by the rules
 * of `price-rules.ts`, and stores those that differ: whether the price was observed for thirty days,
 * and the lowest price of the thirty days before the present one if the present one is below it.
 * Planned each time, because a plan for any deals expects ten and compares all with all.
 */
export const REFRESH_REDUCTIONS = `
  WITH ${PLANNED_EACH_TIME} seen AS (
    SELECT deal_id, observed_at,
           ${euroCentsSql('price_currency', 'price_amount')} AS amount
      FROM price_observations WHERE deal_id = ANY ($1::bigint[])
  ), steps AS (
    SELECT *, lag(amount) OVER (PARTITION BY deal_id ORDER BY observed_at) AS former FROM seen
  ), changes AS (
    SELECT deal_id, amount, observed_at,
           lead(observed_at) OVER (PARTITION BY deal_id ORDER BY observed_at) AS until
      FROM steps WHERE former IS DISTINCT FROM amount
  ), present AS (
    SELECT deal_id, amount, ${sofiaDay('observed_at')} AS day FROM changes WHERE until IS NULL
  ), age AS (
    SELECT deal_id, ${today} - ${sofiaDay('min(observed_at)')} >= ${HISTORY_DAYS} AS is_long
      FROM changes GROUP BY deal_id
  ), lows AS (
    SELECT deal_id, min(changes.amount) AS low
      FROM changes JOIN present USING (deal_id)
     WHERE until IS NOT NULL
       AND ${sofiaDay(`(until - interval '1 millisecond')`)} >= present.day - ${HISTORY_DAYS}
     GROUP BY deal_id
  ), reductions AS (
    SELECT present.deal_id, age.is_long,
           CASE WHEN age.is_long AND ${today} - present.day <= ${HISTORY_DAYS}
                 AND (lows.low - present.amount) * 100 >= lows.low AND lows.low > 0
                THEN lows.low END AS low,
           present.amount
      FROM present JOIN age USING (deal_id) LEFT JOIN lows USING (deal_id)
  ), computed AS (
    SELECT deals.id, coalesce(reductions.is_long, false) AS is_long, reductions.low,
           CASE WHEN reductions.low IS NOT NULL
              THEN least(99, (reductions.low - reductions.amount) * 100 / reductions.low)::smallint
         END AS percent
      FROM deals LEFT JOIN reductions ON reductions.deal_id = deals.id
     WHERE deals.id = ANY ($1::bigint[])
  )
  UPDATE deals
     SET observed_long = computed.is_long, observed_low = computed.low,
         discount_percent = computed.percent, change_seq = nextval('deal_change_seq')
    FROM computed
   WHERE deals.id = computed.id
     AND (deals.observed_long, deals.observed_low, deals.discount_percent)
         IS DISTINCT FROM (computed.is_long, computed.low, computed.percent)`;

/** Refreshes the reductions of these deals; returns the number of changed ones. */
export const refreshReductions = async (
  database: Kysely<Schema>,
  ids: readonly number[],
  now: Date,
): Promise<number> => {
  if (ids.length === 0) return 0;
  const { numAffectedRows = 0n } = await database.executeQuery(
    CompiledQuery.raw(REFRESH_REDUCTIONS, [ids, now]),
  );
  return Number(numAffectedRows);
};

/** Deals per statement of the daily pass: about 50 ms. */
const BATCH = 2_000;

const reductionsJob = defineJob({ name: 'deals.reductions', payload: z.object({}) });

export interface ReductionsDependencies {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** Prices become thirty days old without a change, so every deal is looked at once a day. */
export const registerReductions = ({
  database,
  jobs,
  bus,
  clock,
}: ReductionsDependencies): void => {
  jobs.work(reductionsJob, async (_, signal) => {
    let after = 0;
    for (;;) {
      signal.throwIfAborted();
      const rows = await database
        .selectFrom('deals')
        .select('id')
        .where('id', '>', after)
        .where('status', '<>', 'deleted')
        .orderBy('id')
        .limit(BATCH)
        .execute();
      const ids = rows.map(({ id }) => id);
      const changed = await refreshReductions(database, ids, new Date(clock.now()));
      if (changed > 0) bus.publish(dealsChanged, {});
      if (rows.length < BATCH) return;
      after = ids.at(-1) ?? after;
    }
  });
  // Soon after midnight in Bulgaria, in summer and in winter.
  jobs.schedule(reductionsJob, '5 21,22 * * *', {});
};
