import fastify from 'fastify';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseReads } from '#schema/schema.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { addSitemap } from './sitemap.ts';

const database = useTestDatabase();

const HOUR = 60 * 60_000;

let now = 0;
/** How often deals were read. */
let count = 0;
/** What each read waits for. */
let readsWait: Promise<void> = Promise.resolve();
let app = fastify();

beforeAll(() => insertSources(database.current.database));
beforeEach(() => {
  now = Date.now();
  count = 0;
  readsWait = Promise.resolve();
  app = fastify();
  const reads: DatabaseReads = async (read) => {
    count += 1;
    await readsWait;
    return read(database.current.database);
  };
  addSitemap(app, { reads, clock: { now: () => now }, baseUrl: 'https://izgodno.example' });
});
afterEach(() => app.close());

const read = () => app.inject('/sitemap.xml');

test('requests at the same time read the deals once', async () => {
  const held = Promise.withResolvers<void>();
  readsWait = held.promise;
  const requests = Array.from({ length: 5 }, read);
  await expect.poll(() => count).toBeGreaterThan(0);
  held.resolve();
  for (const { statusCode } of await Promise.all(requests)) expect(statusCode).toBe(200);
  expect(count).toBe(1);
});

test('what was read an hour ago is sent until it has been read again', async () => {
  expect((await read()).body).not.toContain('deals-0.xml');
  await insertDeals(database.current.database, [aDeal({ id: 1 })]);
  const held = Promise.withResolvers<void>();
  readsWait = held.promise;
  now += HOUR;
  expect((await read()).body).not.toContain('deals-0.xml');
  expect((await read()).body).not.toContain('deals-0.xml');
  expect(count).toBe(2);
  held.resolve();
  await expect.poll(async () => (await read()).body).toContain('deals-0.xml');
  expect(count).toBe(2);
});

test('a read that fails is not repeated by the next request, but some seconds later', async () => {
  readsWait = Promise.reject(new Error('as the test wants it'));
  expect((await read()).statusCode).toBe(500);
  expect((await read()).statusCode).toBe(500);
  expect(count).toBe(1);
  readsWait = Promise.resolve();
  now += 60_000;
  expect((await read()).statusCode).toBe(200);
  expect(count).toBe(2);
});

test('a part that the list does not have is unknown, and reads no deals', async () => {
  await insertDeals(database.current.database, [aDeal({ id: 2 })]);
  expect((await app.inject('/sitemap/deals-0.xml')).body).toContain('/deals/2</loc>');
  const before = count;
  for (const part of ['1', '7', '999999999', 'x'])
    expect((await app.inject(`/sitemap/deals-${part}.xml`)).statusCode).toBe(404);
  expect(count).toBe(before);
});

test('parts that are requested at the same time are read one after another', async () => {
  const deals = [3, 50_001, 100_001].map((id) => aDeal({ id }));
  await insertDeals(database.current.database, deals);
  await read();
  const held = Promise.withResolvers<void>();
  readsWait = held.promise;
  const before = count;
  const requests = [0, 1, 2].map((part) => app.inject(`/sitemap/deals-${part}.xml`));
  await expect.poll(() => count).toBe(before + 1);
  // A request that comes in between is not blocked, and neither reads more.
  expect((await app.inject('/sitemap/pages.xml')).statusCode).toBe(200);
  expect(count).toBe(before + 1);
  held.resolve();
  const bodies = (await Promise.all(requests)).map(({ body }) => body);
  expect(
    bodies.map(
      (body) => /deals\/\d+(?=<\/loc><lastmod>[^<]*<\/lastmod><\/url>\n<\/urlset>)/.exec(body)?.[0],
    ),
  ).toEqual(['deals/3', 'deals/50001', 'deals/100001']);
});
