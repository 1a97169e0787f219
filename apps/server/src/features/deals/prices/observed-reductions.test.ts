import type { FastifyInstance } from 'fastify';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { getDeal } from '@izgodno/contract/deals/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { createInProcessBus } from '#platform/bus.ts';
import { openDatabase } from '#platform/database/database.ts';
import type { Schema } from '#schema/schema.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { createImmediateJobs } from '#test/immediate-jobs.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { discountPercent } from '@izgodno/contract/deals/discount';
import { dealsChanged } from '../deals-changed.ts';
import { refreshReductions } from './observed-reductions.ts';
import { lowestBefore, priceChanges } from './price-rules.ts';

const postgres = useTestDatabase();
const NOW = Date.parse('2026-11-21T10:00:00Z');
const jobs = createImmediateJobs();
const bus = createInProcessBus();
let app: FastifyInstance;

beforeAll(async () => {
  const { database } = postgres.current;
  await insertSources(database);
  const search = createPostgresDealSearch(database);
  app = await buildTestApp({ database, search, jobs, bus, clock: { now: () => NOW } });
});
afterAll(() => app.close());

/** A deal that claims to have cost 1,000 €, observed at these prices so many days ago. */
const observe = async (seen: readonly (readonly [daysAgo: number, price: number])[]) => {
  const { database } = postgres.current;
  const present = seen.at(-1)?.[1] ?? 0;
  const [id = 0] = await insertDeals(database, [
    aDeal({
      merchant: 'Магазин',
      original_amount: 1_000_00,
      price_amount: present,
      price_eur: present,
    }),
  ]);
  await database
    .insertInto('price_observations')
    .values(
      seen.map(([daysAgo, price_amount]) => ({
        deal_id: id,
        observed_at: new Date(NOW - daysAgo * DAY_MS),
        price_amount,
        price_currency: 'EUR' as const,
        original_amount: 1_000_00,
      })),
    )
    .execute();
  return id;
};

const shown = async (id: number) => {
  const response = await app.inject(`/api/deals/${id}`);
  const {
    originalPrice,
    discountPercent: percent,
    claim,
  } = getDeal.response.parse(response.json()).deal;
  return { former: originalPrice?.amount, percent, claim };
};

test('a claim is attributed until we know thirty days of prices, and never a discount', async () => {
  const young = await observe([[20, 50_00]]);
  const old = await observe([[45, 50_00]]);
  const dear = await observe([
    [60, 50_00],
    [5, 56_00],
  ]);
  const fallen = await observe([
    [60, 100_00],
    [5, 80_00],
  ]);
  const publish = vi.spyOn(bus, 'publish');
  await jobs.fire('deals.reductions');
  expect(publish).toHaveBeenCalledExactlyOnceWith(dealsChanged, {});
  // Nothing has changed since.
  await jobs.fire('deals.reductions');
  expect(publish).toHaveBeenCalledOnce();
  publish.mockRestore();
  const nothing = { former: undefined, percent: undefined, claim: undefined };
  const claim = { price: { amount: 1_000_00, currency: 'EUR' }, by: 'Магазин' };
  expect(await shown(young)).toEqual({ ...nothing, claim });
  expect(await shown(old)).toEqual(nothing);
  expect(await shown(dear)).toEqual(nothing);
  expect(await shown(fallen)).toEqual({ former: 100_00, percent: 20, claim: undefined });

  const response = await app.inject('/api/deals?minDiscount=10');
  const { items } = listDeals.response.parse(response.json());
  expect(items.map((item) => item.id)).toEqual([String(fallen)]);
});

test('the database computes what the price history shows', async () => {
  const { database } = postgres.current;
  const history = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 20 })),
    { minLength: 1, maxLength: 8, selector: ([daysAgo]) => daysAgo },
  );
  for (const given of fc.sample(history, 60)) {
    const seen = given.toSorted(([one], [other]) => other - one);
    const id = await observe(seen);
    await refreshReductions(database, [id], new Date(NOW));
    const changes = priceChanges(
      seen.map(([daysAgo, amount]) => ({ at: NOW - daysAgo * DAY_MS, amount })),
    );
    const low = lowestBefore(changes, NOW)?.amount ?? null;
    const percent = discountPercent(seen.at(-1)?.[1] ?? 0, low);
    const row = await database
      .selectFrom('deals')
      .select(['discount_percent', 'observed_low'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect({ ...row, seen }).toEqual({
      discount_percent: percent,
      observed_low: percent === null ? null : low,
      seen,
    });
  }
});

test('every batch is planned by its own deals, because a plan for any compares all with all', async () => {
  const handle = openDatabase<Schema>({
    connectionString: postgres.current.connectionString,
    maxConnections: 1,
  });
  const { database: prepared } = handle;
  const ids = await insertDeals(
    prepared,
    Array.from({ length: 400 }, () => aDeal()),
  );
  await sql`
    INSERT INTO price_observations (deal_id, observed_at, price_amount, price_currency)
    SELECT deal_id, ${new Date(NOW)}::timestamptz - make_interval(days => ago), 100 + ago, 'EUR'
      FROM unnest(${ids}::bigint[]) AS deal_id, generate_series(1, 3) AS ago`.execute(prepared);
  await sql`ANALYZE price_observations, deals`.execute(prepared);
  for (let batch = 0; batch < 12; batch += 1) await refreshReductions(prepared, ids, new Date(NOW));
  const { rows } = await sql`
    SELECT statement FROM pg_prepared_statements WHERE generic_plans > 0`.execute(prepared);
  await handle.close();
  expect(rows).toEqual([]);
});
