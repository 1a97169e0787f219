import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getClaimRecord } from '@izgodno/contract/deals/claim-record';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertDeals, insertSources, type NewDeal } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';

const postgres = useTestDatabase();
let app: FastifyInstance;

beforeAll(async () => {
  const { database } = postgres.current;
  await insertSources(database);
  app = await buildTestApp({ database, search: createPostgresDealSearch(database) });
});
afterAll(() => app.close());

/** A deal that claims to have cost 100 € before. */
const claiming = (more: Partial<NewDeal> = {}): NewDeal =>
  aDeal({ original_amount: 100_00, observed_long: true, ...more });

const seen = (deal_id: number, price_amount: number, price_currency: 'BGN' | 'EUR') => ({
  deal_id,
  price_amount,
  price_currency,
  observed_at: '2026-05-01T10:00:00Z',
  original_amount: null,
});

test('counts the claims that we could check, and those that were true', async () => {
  const { database } = postgres.current;
  const [stored = 0, leva = 0, invented = 0] = await insertDeals(database, [
    claiming(),
    claiming({ price_currency: 'BGN', original_amount: 195_58 }),
    claiming(),
    claiming({ observed_long: false }),
    claiming({ status: 'sold' }),
    claiming({ original_amount: null }),
    claiming({ source_id: 'board' }),
    claiming({ seller_id: '01900000-0000-7000-8000-000000000001' }),
  ]);
  await database
    .insertInto('price_observations')
    .values([seen(stored, 100_00, 'EUR'), seen(leva, 100_00, 'EUR'), seen(invented, 99_99, 'EUR')])
    .execute();

  const recordOf = async (source: string) => {
    const response = await app.inject(`/api/sources/${source}/claims`);
    return getClaimRecord.response.parse(response.json()).record;
  };
  expect(await recordOf('shop')).toEqual({ claims: 3, confirmed: 2 });
  expect(await recordOf('board')).toEqual({ claims: 0, confirmed: 0 });
  expect((await app.inject('/api/sources/nobody/claims')).statusCode).toBe(404);
});
