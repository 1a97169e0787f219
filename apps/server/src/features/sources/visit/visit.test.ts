import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { visitDeal, type Visit } from '@izgodno/contract/sources/visit-calls';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { everyDeal } from '#features/search/deal-search.ts';
import type { FareState } from './fare-state.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertDeals, insertSources, type NewDeal } from '#test/deal-factory.ts';
import { createImmediateJobs } from '#test/immediate-jobs.ts';
import { useTestDatabase } from '#test/test-database.ts';

const postgres = useTestDatabase();
const NOW = Date.parse('2026-11-21T10:00:00Z');
const fare = {
  link: 'https://fares.example/1',
  details: JSON.stringify({ kind: 'fare', type: 'flight', origin: 'SOF', destination: 'BCN' }),
};

let app: FastifyInstance;
let jobs: ReturnType<typeof createImmediateJobs>;
let sourceSays: FareState;

beforeEach(async () => {
  const { database } = postgres.current;
  await database.deleteFrom('price_observations').execute();
  await database.deleteFrom('deals').execute();
  await database.deleteFrom('sources').execute();
  await insertSources(database);
  jobs = createImmediateJobs();
  app = await buildTestApp({
    database,
    search: createPostgresDealSearch(database),
    clock: { now: () => NOW },
    jobs,
    fares: { check: async () => sourceSays },
  });
});
afterEach(() => app.close());

const add = async (deal: Partial<NewDeal>): Promise<number> => {
  const [id = 0] = await insertDeals(postgres.current.database, [aDeal(deal)]);
  return id;
};

const visitOf = async (id: number): Promise<Visit> => {
  const response = await app.inject({ method: 'POST', url: `/api/deals/${id}/visit` });
  return visitDeal.response.parse(response.json()).visit;
};

const total = async (): Promise<number> => {
  const search = createPostgresDealSearch(postgres.current.database);
  return (await search.search(everyDeal, 10, null)).total;
};

const rowOf = (id: number) =>
  postgres.current.database
    .selectFrom('deals')
    .select(['status', 'price_eur', 'checked_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('an unavailable fare is reported and removed from the lists', async () => {
  const id = await add(fare);
  sourceSays = { state: 'gone' };
  expect(await visitOf(id)).toEqual({ url: fare.link, state: 'gone' });
  expect(await total()).toBe(0);
});

test('a dearer fare is reported, shown at the new price, and added to its history', async () => {
  const id = await add(fare);
  sourceSays = { state: 'standing', price: { amount: 25_00, currency: 'EUR' } };
  expect(await visitOf(id)).toEqual({
    url: fare.link,
    state: 'dearer',
    price: { amount: 25_00, currency: 'EUR' },
  });
  expect(await rowOf(id)).toMatchObject({ price_eur: 25_00 });
  const { database } = postgres.current;
  const seen = await database.selectFrom('price_observations').select('price_amount').execute();
  expect(seen).toEqual([{ price_amount: 25_00 }]);
});

test('a fare at the same price was checked now, also in another currency', async () => {
  const id = await add({ ...fare, price_amount: 33_23, price_eur: 33_23 });
  sourceSays = { state: 'standing', price: { amount: 65_00, currency: 'BGN' } };
  expect(await visitOf(id)).toMatchObject({ state: 'standing' });
  const { price_eur: price, checked_at: checkedAt } = await rowOf(id);
  expect(price).toBe(33_23);
  expect(checkedAt).toBeInstanceOf(Date);
});

test('an available fare is recorded once a minute, however often visitors ask', async () => {
  const id = await add({ ...fare, price_amount: 33_23, price_eur: 33_23 });
  sourceSays = { state: 'standing', price: { amount: 33_23, currency: 'EUR' } };
  const changes = async () => {
    await visitOf(id);
    const { database } = postgres.current;
    const deal = database.selectFrom('deals').select('change_seq').where('id', '=', id);
    return (await deal.executeTakeFirstOrThrow()).change_seq;
  };
  const first = await changes();
  expect(await changes()).toBe(first);
  await postgres.current.database
    .updateTable('deals')
    .set({ checked_at: sql`now() - interval '61 seconds'` })
    .where('id', '=', id)
    .execute();
  expect(await changes()).not.toBe(first);
});

test('a visitor is not delayed if the source cannot be asked, or the deal is no fare', async () => {
  sourceSays = { state: 'unknown' };
  expect(await visitOf(await add(fare))).toEqual({ url: fare.link, state: 'unchecked' });
  sourceSays = { state: 'gone' };
  expect(await visitOf(await add({}))).toEqual({ state: 'unchecked' });
});

test('an expired deal is unavailable', async () => {
  expect(await visitOf(await add({ ...fare, status: 'expired' }))).toMatchObject({ state: 'gone' });
  const response = await app.inject({ method: 'POST', url: '/api/deals/999999/visit' });
  expect(response.statusCode).toBe(404);
});

test('offers expire at their time, not before', async () => {
  const over = await add({ expires_at: new Date(NOW) });
  const current = await add({ expires_at: new Date(NOW + 1) });
  await jobs.fire('offers.expire');
  expect((await rowOf(over)).status).toBe('expired');
  expect((await rowOf(current)).status).toBe('active');
});
