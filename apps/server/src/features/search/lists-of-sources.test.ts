import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDeals } from '@izgodno/contract/search/calls';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertDeals, insertSources, type NewDeal } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { createPostgresDealSearch } from './engine/postgres/postgres-search.ts';

const postgres = useTestDatabase();
let app: FastifyInstance;

beforeAll(async () => {
  const { database } = postgres.current;
  await insertSources(database);
  app = await buildTestApp({ database, search: createPostgresDealSearch(database) });
});
afterAll(() => app.close());

const insert = (...deals: readonly NewDeal[]) => insertDeals(postgres.current.database, deals);

const search = async (query: Readonly<Record<string, string>>) => {
  const response = await app.inject({ url: listDeals.path, query });
  return listDeals.response.parse(response.json());
};

test('an empty list of a source counts its offers that cost the same or less elsewhere', async () => {
  const [cheapest] = await insert(aDeal({ source_id: 'shop' }));
  const represented = { source_id: 'board', represented_by: cheapest ?? null };
  await insert(
    aDeal(represented),
    aDeal(represented),
    aDeal({ ...represented, availability: 'out_of_stock' }),
    aDeal({ ...represented, status: 'expired' }),
  );
  expect(await search({ source: 'board' })).toMatchObject({ total: 0, elsewhere: 2 });
  expect(await search({ source: 'board', sort: 'price_asc' })).toMatchObject({ elsewhere: 2 });
  for (const query of [
    { source: 'shop' },
    { source: 'trips' },
    { source: 'board', category: 'food' },
    { source: 'board', inStock: 'true' },
    { source: 'board', q: 'диван' },
  ])
    expect(await search(query)).not.toHaveProperty('elsewhere');
});
