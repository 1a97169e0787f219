import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPriceHistory } from '@izgodno/contract/deals/price-history';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertDeals, insertSources, type NewDeal } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';

const postgres = useTestDatabase();
const NOW = Date.parse('2026-11-21T10:00:00Z');
let app: FastifyInstance;

beforeAll(async () => {
  const { database } = postgres.current;
  await insertSources(database);
  app = await buildTestApp({
    database,
    search: createPostgresDealSearch(database),
    clock: { now: () => NOW },
  });
});
afterAll(() => app.close());

const historyOf = async (deal: Partial<NewDeal>, seen: readonly (readonly [string, number])[]) => {
  const { database } = postgres.current;
  const [id = 0] = await insertDeals(database, [aDeal(deal)]);
  await database
    .insertInto('price_observations')
    .values(
      seen.map(([observed_at, price_amount]) => ({
        deal_id: id,
        observed_at,
        price_amount,
        price_currency: 'EUR' as const,
        original_amount: null,
      })),
    )
    .execute();
  const response = await app.inject(`/api/deals/${id}/price-history`);
  return getPriceHistory.response.parse(response.json()).history;
};

const reduced = { price_amount: 80_00, price_eur: 80_00, original_amount: 200_00 };

test("compares the price with the lowest one and the merchant's claim", async () => {
  const history = await historyOf({ ...reduced, merchant: 'Магазин' }, [
    ['2026-10-01T09:00:00Z', 100_00],
    ['2026-10-20T09:00:00Z', 100_00],
    ['2026-11-20T09:00:00Z', 80_00],
  ]);
  expect(history).toEqual({
    points: [
      { at: '2026-10-01T09:00:00.000Z', amount: 100_00 },
      { at: '2026-11-20T09:00:00.000Z', amount: 80_00 },
    ],
    current: 80_00,
    enoughHistory: true,
    lowest: { amount: 100_00, at: '2026-10-01T09:00:00.000Z', percentBelow: 20 },
    claimed: { amount: 200_00, merchant: 'Магазин', percentBelow: 60 },
  });
});

test('has no lowest price below thirty days', async () => {
  const history = await historyOf(reduced, [
    ['2026-11-01T09:00:00Z', 100_00],
    ['2026-11-20T09:00:00Z', 80_00],
  ]);
  expect(history).toMatchObject({ enoughHistory: false, claimed: { merchant: 'Shop' } });
  expect(history.lowest).toBeUndefined();
});

test.each([
  ['classifieds', { source_id: 'board' }],
  ['members', { seller_id: '01900000-0000-7000-8000-000000000001' }],
])('offers of %s claim no former price', async (_, deal) => {
  const history = await historyOf({ ...reduced, ...deal }, [['2026-11-20T09:00:00Z', 80_00]]);
  expect(history.claimed).toBeUndefined();
});

test('an unknown or deleted deal has no history', async () => {
  const deleted = aDeal({ status: 'deleted', deleted_at: new Date(NOW) });
  const [id = 0] = await insertDeals(postgres.current.database, [deleted]);
  for (const unknown of [999_999, id])
    expect((await app.inject(`/api/deals/${unknown}/price-history`)).statusCode).toBe(404);
});
