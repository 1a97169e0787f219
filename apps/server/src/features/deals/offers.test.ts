import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getDeal } from '@izgodno/contract/deals/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertDeals, insertSources, type NewDeal } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { groupOffers } from './grouping/group-offers.ts';

const postgres = useTestDatabase();
let app: FastifyInstance;

const insert = async (...deals: readonly NewDeal[]): Promise<readonly string[]> =>
  (await insertDeals(postgres.current.database, deals)).map(String);

const group = async (...ids: readonly string[]): Promise<void> => {
  const { database } = postgres.current;
  await database
    .insertInto('offers_to_group')
    .values(ids.map((id) => ({ deal_id: Number(id) })))
    .execute();
  await groupOffers(database);
};

const list = async () => listDeals.response.parse((await app.inject('/api/deals')).json()).items;

const open = async (id: string) =>
  getDeal.response.parse((await app.inject(`/api/deals/${id}`)).json()).deal;

beforeAll(async () => {
  const { database } = postgres.current;
  await insertSources(database);
  app = await buildTestApp({ database, search: createPostgresDealSearch(database) });
});
afterAll(() => app.close());
beforeEach(async () => {
  await postgres.current.database.deleteFrom('deals').execute();
});

test("a deal has all sources' offers, whichever of them is opened", async () => {
  const facts = { gtin: '3800123450013', link: 'https://shop.example/a' };
  const [cheap = '', sold = '', dear = ''] = await insert(
    aDeal({ ...facts, price_amount: 1_000, price_eur: 1_000 }),
    aDeal({ ...facts, source_id: 'trips', price_eur: 900, availability: 'out_of_stock' }),
    aDeal({ ...facts, source_id: 'board', price_eur: 2_000, checked_at: '2026-11-21T08:00:00Z' }),
  );
  await group(cheap, sold, dear);

  expect(await list()).toEqual([expect.objectContaining({ id: cheap, offerCount: 3 })]);
  const { offers } = await open(dear);
  expect(offers?.map(({ dealId }) => dealId)).toEqual([cheap, dear, sold]);
  expect(offers?.[0]).toMatchObject({
    source: { name: 'Shop' },
    commission: true,
    inStock: true,
  });
  expect(offers?.[1]).toMatchObject({ commission: false, checkedAt: '2026-11-21T08:00:00.000Z' });
  expect(offers?.[2]).toMatchObject({ inStock: false });
});

test('a deal of several sources has the lowest total of its offers, each of which has its own', async () => {
  const facts = { gtin: '3800123450013', link: 'https://shop.example/a' };
  const [cheap = '', near = ''] = await insert(
    aDeal({ ...facts, price_amount: 1_000, price_eur: 1_000, delivery_eur: 500 }),
    aDeal({
      ...facts,
      source_id: 'trips',
      price_amount: 1_200,
      price_eur: 1_200,
      delivery_eur: 0,
    }),
  );
  await group(cheap, near);

  const total = { amount: 1_200, currency: 'EUR' };
  expect(await list()).toMatchObject([{ id: cheap, total }]);
  expect(await open(cheap)).toMatchObject({
    total,
    offers: [
      { dealId: near, total },
      { dealId: cheap, total: { amount: 1_500, currency: 'EUR' } },
    ],
  });
});

test('a deal of one source only has no list of offers', async () => {
  const [id = ''] = await insert(aDeal());
  expect((await open(id)).offers).toBeUndefined();
});
