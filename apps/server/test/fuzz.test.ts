import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfiguration } from '#config/configuration.ts';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { buildTestApp } from './build-test-app.ts';
import { aDeal, insertDeals, insertSources } from './deal-factory.ts';
import { readCorpus } from './fuzz/corpus.ts';
import { createRandom } from './fuzz/random.ts';
import { fuzzCalls } from './fuzz/run-calls.ts';
import { fuzzFrames } from './fuzz/run-frames.ts';
import { createWorld, type World } from './fuzz/world.ts';
import { cheapHasher } from './cheap-hasher.ts';
import { useTestDatabase } from './test-database.ts';

// The short form of `npm run fuzz`: every call, frame and upload of the contract, valid, nearly
// valid and wild, by every role. `FUZZ_SEED` changes the requests.

const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const database = useTestDatabase();
let app: FastifyInstance;
let world: World;
let port = 0;

beforeAll(async () => {
  const handle = database.current.database;
  await insertSources(handle);
  await insertDeals(handle, [aDeal(), aDeal({ status: 'sold' }), aDeal({ title: 'Велосипед' })]);
  app = await buildTestApp({
    settings: readConfiguration({ BUDGET_PER_MINUTE: '0', TRUST_PROXY: '127.0.0.1,::1' }),
    database: handle,
    pool: database.current.pool,
    search: createPostgresDealSearch(handle),
    hasher: cheapHasher,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(url).port);
  world = createWorld({
    database: handle,
    url,
    random: createRandom(seed).next,
  });
});
afterAll(() => app.close());

/** A find in one line; `npm run fuzz -- --seed` with its seed prints all of it. */
const inShort = (find: object): string => JSON.stringify(find).slice(0, 600);

/** An error that ends the process also ends the test run. */
const check = (): void => {};

test('any request gets a response of its contract or an error in the product’s own form', async () => {
  const { requests: corpus } = await readCorpus();
  const result = await fuzzCalls({
    port,
    world,
    seed,
    corpus,
    check,
    calls: 3_000,
    lines: 8,
    samples: 12,
    deadlineMs: 30_000,
    renewEvery: 1_000,
  });
  expect(result.finds.map(inShort)).toEqual([]);
  // Handlers were reached, not only rejections.
  expect(result.byAnswer.get('200')).toBeGreaterThan(200);
}, 600_000);

test('any frame gets a known frame or closes the socket with a known code', async () => {
  const { frames: corpus } = await readCorpus();
  const result = await fuzzFrames({
    port,
    world,
    seed,
    corpus,
    check,
    frames: 3_000,
    lines: 8,
    deadlineMs: 30_000,
    renewEvery: 100,
  });
  expect(result.finds.map(inShort)).toEqual([]);
  expect(result.byEnd.get('open')).toBeGreaterThan(5);
}, 600_000);
