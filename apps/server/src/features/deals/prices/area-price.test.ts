import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getDeal } from '@izgodno/contract/deals/calls';
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
beforeEach(async () => {
  await postgres.current.database.deleteFrom('deals').execute();
});

/** A flat of 100 m² in Sofia, at so many euros a square metre. */
const flat = (
  euros: number,
  details: Readonly<Record<string, unknown>> = {},
  more: Partial<NewDeal> = {},
): NewDeal =>
  aDeal({
    category: 'imoti',
    location_id: 'sofia',
    price_amount: euros * 100_00,
    price_eur: euros * 100_00,
    details: JSON.stringify({
      kind: 'real-estate',
      area: 100,
      rooms: 3,
      offer: 'sale',
      district: 'Лозенец',
      ...details,
    }),
    ...more,
  });

const areaPriceOf = async (deal: NewDeal, ...others: readonly NewDeal[]) => {
  const [id = 0] = await insertDeals(postgres.current.database, [deal, ...others]);
  const response = await app.inject(`/api/deals/${id}`);
  return getDeal.response.parse(response.json()).deal.areaPrice;
};

test('is compared with the median of the quarter', async () => {
  const others = [1_000, 1_300, 1_380, 1_400, 9_000].map((euros) => flat(euros));
  expect(await areaPriceOf(flat(1_450), ...others, flat(1, { district: 'Младост' }))).toEqual({
    amount: 1_450_00,
    median: { amount: 1_380_00, offers: 5, of: 'district' },
  });
});

test('is compared with the town where the quarter has too few offers', async () => {
  const others = [1_000, 1_100, 1_200, 1_300].map((euros) => flat(euros, { district: 'Младост' }));
  const { median } = (await areaPriceOf(flat(1_450), ...others, flat(900))) ?? {};
  expect(median).toEqual({ amount: 1_100_00, offers: 5, of: 'location' });
});

test('ignores other kinds of offers, other towns and what was last seen long ago', async () => {
  const four = [1_000, 1_100, 1_200, 1_300].map((euros) => flat(euros));
  const removed = { deleted_at: '2026-10-01T00:00:00Z' };
  const elsewhere = flat(900, {}, { location_id: 'varna' });
  const [lead = 0] = await insertDeals(postgres.current.database, [elsewhere]);
  const ignored = [
    flat(900, {}, { represented_by: lead }),
    flat(8, { offer: 'rent' }),
    flat(50, { rooms: undefined }),
    flat(900, {}, { ...removed, updated_at: '2026-08-01T00:00:00Z' }),
    flat(900, { area: undefined }),
  ];
  expect(await areaPriceOf(flat(1_450), ...four, ...ignored)).toEqual({ amount: 1_450_00 });
  const recent = flat(1_400, {}, { ...removed, updated_at: '2026-10-01T00:00:00Z' });
  expect(await areaPriceOf(flat(1_450), recent)).toMatchObject({ median: { offers: 6 } });
});

test('is only known of homes with an area', async () => {
  expect(await areaPriceOf(aDeal())).toBeUndefined();
  expect(await areaPriceOf(flat(1_450, { area: undefined }))).toBeUndefined();
});
