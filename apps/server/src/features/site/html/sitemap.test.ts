import fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
  await insertSources(database.current.database);
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
