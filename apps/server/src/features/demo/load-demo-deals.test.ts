import { expect, test } from 'vitest';
import { createInProcessBus } from '#platform/bus.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { cities } from '@izgodno/demo/cities';
import { loadDemoDeals } from './load-demo-deals.ts';

const database = useTestDatabase();
const NOW = Date.parse('2026-11-21T12:00:00Z');
const clock = { now: () => NOW };

test('every city of the demo deals is a known location with the same name', async () => {
  const known = await database.current.database
    .selectFrom('locations')
    .select(['id', 'name_bg', 'name_en'])
    .execute();
  for (const { id, name } of cities()) {
    expect(known).toContainEqual({ id, name_bg: name.bg, name_en: name.en });
  }
});

test('two concurrent processes load once, and a later start does nothing', async () => {
  const { database: db } = database.current;
  const progress: number[] = [];
  const options = {
    database: db,
    bus: createInProcessBus(),
    clock,
    onProgress: ({ loaded }: { loaded: number }) => progress.push(loaded),
  };
  const both = await Promise.all([loadDemoDeals(options), loadDemoDeals(options)]);
  const loaded = Math.max(...both.map(({ deals }) => deals));
  expect(both.map(({ deals }) => deals).toSorted((one, other) => one - other)).toEqual([0, loaded]);
  expect(loaded).toBeGreaterThanOrEqual(2_000);
  expect(progress.at(-1)).toBe(loaded);

  expect(await loadDemoDeals(options)).toEqual({ deals: 0 });
  const { count } = await db
    .selectFrom('deals')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(loaded);
});

test("rows have the deals' values", async () => {
  const { pool } = database.current;
  const { rows } = await pool.query(
    `
    SELECT count(*) FILTER (WHERE posted_at > $1::timestamptz OR posted_at < $1::timestamptz - interval '60 days 1 hour') AS out_of_time,
           count(*) FILTER (WHERE discount_percent IS DISTINCT FROM
             nullif(floor((observed_low - price_eur) * 100.0 / observed_low), 0)
             OR (discount_percent IS NOT NULL AND NOT observed_long)) AS wrong_discount,
           count(*) FILTER (WHERE price_currency = 'EUR' AND price_eur <> price_amount) AS wrong_euro,
           count(*) FILTER (WHERE price_currency = 'BGN' AND price_eur >= price_amount) AS wrong_lev,
           count(DISTINCT change_seq) = count(*) AS distinct_changes
    FROM deals`,
    [new Date(NOW)],
  );
  expect(rows).toEqual([
    { out_of_time: 0, wrong_discount: 0, wrong_euro: 0, wrong_lev: 0, distinct_changes: true },
  ]);
});

test('each deal has an observation of its present price, and hundreds have a history of 45 days', async () => {
  const { pool } = database.current;
  const { rows } = await pool.query(
    `
    SELECT count(*) FILTER (WHERE last_price <> price_amount) AS other_price,
           count(*) FILTER (WHERE first_seen < $1::timestamptz - interval '45 days' AND times > 3) > 300 AS long_histories
    FROM deals JOIN (
      SELECT deal_id, min(observed_at) AS first_seen, count(*) AS times,
             (array_agg(price_amount ORDER BY observed_at DESC))[1] AS last_price
      FROM price_observations GROUP BY deal_id
    ) AS seen ON seen.deal_id = deals.id`,
    [new Date(NOW)],
  );
  expect(rows).toEqual([{ other_price: 0, long_histories: true }]);
});
