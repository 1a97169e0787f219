import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { getDeal } from '@izgodno/contract/deals/calls';
import { listDealChanges, watchedDeal } from '@izgodno/contract/deals/change-calls';
import { listDeals } from '@izgodno/contract/search/calls';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';

const postgres = useTestDatabase();
let now = Date.parse('2026-11-21T10:00:00Z');
let app: FastifyInstance;

beforeAll(async () => {
  const { database } = postgres.current;
  await insertSources(database);
  const search = createPostgresDealSearch(database);
  app = await buildTestApp({ database, search, clock: { now: () => now } });
});
afterAll(() => app.close());

const insert = async (...prices: readonly (readonly [daysAgo: number, price: number])[]) => {
  const { database } = postgres.current;
  const present = prices.at(-1)?.[1] ?? 10_00;
  const [id = 0] = await insertDeals(database, [
    aDeal({ price_amount: present, price_eur: present }),
  ]);
  if (prices.length > 0)
    await database
      .insertInto('price_observations')
      .values(
        prices.map(([daysAgo, price_amount]) => ({
          deal_id: id,
          observed_at: new Date(now - daysAgo * DAY_MS),
          price_amount,
          price_currency: 'EUR' as const,
          original_amount: null,
        })),
      )
      .execute();
  return String(id);
};

const listed = async () => {
  const { items } = listDeals.response.parse((await app.inject('/api/deals')).json());
  return new Map(items.map(({ id, priceVerdict }) => [id, priceVerdict]));
};

test('a list says what each price is worth, as the page of the deal does, on each new day', async () => {
  const unknown = await insert();
  const lowest = await insert([60, 100_00], [1, 80_00]);
  const dearer = await insert([60, 100_00], [5, 80_00], [2, 100_00]);
  const today = await listed();
  expect(today.get(unknown)).toEqual({ code: 'not_enough_history', days: 0 });
  expect(today.get(lowest)).toEqual({ code: 'lowest', days: 60 });
  expect(today.get(dearer)).toEqual({ code: 'was_less', days: 7, amount: 20_00 });
  for (const id of [unknown, lowest, dearer]) {
    const { deal } = getDeal.response.parse((await app.inject(`/api/deals/${id}`)).json());
    expect(deal.priceVerdict).toEqual(today.get(id));
  }
  const changes = listDealChanges.response.parse(
    (await app.inject(`/api/deals/changes?ids=${watchedDeal(lowest, undefined)}`)).json(),
  );
  expect(changes.changes).toMatchObject([{ deal: { priceVerdict: { code: 'lowest' } } }]);

  now += 8 * DAY_MS;
  expect((await listed()).get(dearer)).toEqual({ code: 'usual', days: 68 });
});
