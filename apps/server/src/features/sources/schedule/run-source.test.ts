import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import { createIpGuard } from '#platform/http/ip-guard.ts';
import { createInProcessBus } from '#platform/bus.ts';
import { createLogger } from '#platform/logger.ts';
import { createImmediateJobs } from '#test/immediate-jobs.ts';
import { feedOf } from '#test/import-harness.ts';
import { startReplayServer, type ReplayServer } from '#test/replay/replay-server.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { merchantFeed } from '../merchant-feed/scheduled-feed.ts';
import { defineConnector, type MappedRecord, type RecordBatch } from '../pipeline/connector.ts';
import { draftDefaults } from '#features/deals/bulk/mapped-deal.ts';
import { ImportError } from '../pipeline/import-error.ts';
import { createSourceNetwork } from '../politeness/polite-http.ts';
import type { Timing } from '../politeness/timing.ts';
import { registerKind } from '../registry/connector-kinds.ts';
import { putSource } from '../registry/source-rows.ts';
import { createReadings } from './readings.ts';
import { runSource, type SourceReader } from './run-source.ts';
import { declareSourceJobs, enqueueReading } from './source-jobs.ts';

const NOW = Date.UTC(2026, 10, 21, 10);
const database = useTestDatabase();

/** The pages of a test source, and where it fails. */
let pages: readonly (readonly string[])[] = [];
let expiresAt: number | null = null;
let breakBefore: number | null = null;
let error: unknown;
let pagesRead: number[] = [];

const toRecord = (name: string, row: number): MappedRecord =>
  name.startsWith('!')
    ? { row, externalId: name.slice(1), rejection: { reason: 'not_active', detail: name } }
    : {
        row,
        deal: {
          ...draftDefaults,
          externalId: name,
          title: `Оферта ${name}`,
          link: `https://s.example.bg/${name}`,
          category: 'other',
          condition: 'new',
          amount: 1_000,
          currency: 'EUR',
          expiresAt,
        },
      };

const cursorSchema = z.object({ page: z.int() });

const paged = registerKind(
  defineConnector({
    name: 'paged',
    config: z.object({ keepMs: z._default(z.int(), 0) }),
    group: 'marketplace',
    commission: false,
    everySeconds: 3_600,
    open({ keepMs }, { cursor }) {
      const first = cursor === null ? 0 : cursorSchema.parse(cursor).page;
      const records = async function* (): AsyncGenerator<RecordBatch> {
        for (let page = first; page < pages.length; page += 1) {
          if (page === breakBefore) throw error;
          pagesRead.push(page);
          yield {
            records: (pages[page] ?? []).map((name, row) => toRecord(name, row + 1)),
            cursor: { page: page + 1 },
          };
        }
      };
      return {
        origin: 'paged',
        coverage: { kind: 'incremental', keepMs },
        records,
        describe: () => ({ id: 'paged', name: 'Paged' }),
        fractionRead: () => null,
        isUnchanged: () => false,
      };
    },
  }),
);

let now = NOW;
const timing: Timing = {
  clock: { now: () => now },
  sleep: async (ms) => void (now += ms),
  random: () => 0.5,
};

const bus = createInProcessBus();
const createReader = (): SourceReader => ({
  database: database.current.database,
  pool: database.current.pool,
  network: createSourceNetwork({
    guard: createIpGuard({ allow: ['127.0.0.1'] }),
    contact: undefined,
    timing,
  }),
  timing,
  bus,
  readings: createReadings(bus),
  kinds: new Map([paged, registerKind(merchantFeed)].map((kind) => [kind.name, kind])),
  credentials: new Map(),
  logger: createLogger('silent'),
});

const { signal } = new AbortController();
const read = (sourceId: string, choices: { allowShrink?: boolean; signal?: AbortSignal } = {}) =>
  runSource(createReader(), sourceId, { allowShrink: false, asked: false, signal, ...choices });

const addSource = (id: string, kind: string, config: Record<string, unknown> = {}) =>
  putSource(
    database.current.database,
    { id, name: id, kind, group: 'other', commission: false, config, everySeconds: 3_600 },
    new Date(now),
  );

const sourceOf = (id: string) =>
  database.current.database
    .selectFrom('sources')
    .select(['status', 'status_reason', 'failures', 'next_run_at', 'cursor', 'checked_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const dealsOf = async (id: string) => {
  const rows = await database.current.database
    .selectFrom('deals')
    .select(['external_id', 'status'])
    .where('source_id', '=', id)
    .orderBy('external_id')
    .execute();
  return rows.map(({ external_id, status }) =>
    status === 'active' ? external_id : `${external_id} ${status}`,
  );
};

const runsOf = async (id: string) =>
  database.current.database
    .selectFrom('import_runs')
    .select(['status', 'error_code', 'row_count', 'inserted', 'updated', 'unchanged', 'removed'])
    .where('source_id', '=', id)
    .orderBy('id')
    .execute();

beforeEach(() => {
  now = NOW;
  pages = [];
  pagesRead = [];
  expiresAt = null;
  breakBefore = null;
  error = new ImportError('SOURCE_UNREACHABLE', 'The connection broke.');
});

const many = (name: string): string[] => Array.from({ length: 1_000 }, (_, at) => `${name}${at}`);

const offers = (...ids: string[]): string => feedOf(ids.map((id) => ({ id, price: '10.00 EUR' })));

describe('a source read page by page', () => {
  test('resumes where it was interrupted, without losing or repeating a record', async () => {
    await addSource('resumed', 'paged');
    // More than one batch, so that the cursor moves.
    pages = [many('a'), many('b'), ['c']];
    breakBefore = 2;
    await read('resumed');
    expect(await sourceOf('resumed')).toMatchObject({
      status: 'error',
      status_reason: 'SOURCE_UNREACHABLE',
      cursor: { page: 2 },
    });
    breakBefore = null;
    await read('resumed');
    expect(pagesRead).toEqual([0, 1, 2]);
    expect(await dealsOf('resumed')).toHaveLength(2_001);
    expect(new Set(await dealsOf('resumed')).size).toBe(2_001);
    expect(await sourceOf('resumed')).toMatchObject({ status: 'healthy', cursor: null });
    expect(await runsOf('resumed')).toMatchObject([
      { status: 'failed', inserted: 2_000 },
      { status: 'succeeded', inserted: 1, removed: 0 },
    ]);
  });

  test('an error of the source itself restarts the next reading', async () => {
    await addSource('restarted', 'paged');
    pages = [Array.from({ length: 1_000 }, (_, at) => `a${at}`), ['b']];
    breakBefore = 1;
    error = new ImportError('SOURCE_SHAPE_CHANGED', 'Not what it was.');
    await read('restarted');
    expect(await sourceOf('restarted')).toMatchObject({
      status_reason: 'SOURCE_SHAPE_CHANGED',
      cursor: null,
    });
  });

  test('deals missing from a whole reading expire; deals that the source ended expire at once', async () => {
    await addSource('sweep', 'paged');
    pages = [['a', 'b', 'c']];
    await read('sweep');
    await database.current.database.deleteFrom('offers_to_group').execute();
    pages = [['a', '!b']];
    await read('sweep');
    expect(await dealsOf('sweep')).toEqual(['a', 'b expired', 'c expired']);
    // They may have been representatives of other offers.
    const queued = await database.current.database
      .selectFrom('offers_to_group')
      .innerJoin('deals', 'deals.id', 'offers_to_group.deal_id')
      .select('external_id')
      .orderBy('external_id')
      .execute();
    expect(queued.map((deal) => deal.external_id)).toEqual(['b', 'c']);
    pages = [['a', 'b']];
    await read('sweep');
    expect(await dealsOf('sweep')).toEqual(['a', 'b', 'c expired']);
  });

  test('deals are kept for as long as their source says', async () => {
    await addSource('kept', 'paged', { keepMs: HOUR_MS });
    pages = [['a', 'b']];
    await read('kept');
    pages = [['a', 'c']];
    await read('kept');
    expect(await dealsOf('kept')).toEqual(['a', 'b', 'c']);
    await database.current.database
      .updateTable('deals')
      .set({ checked_at: new Date(Date.now() - 2 * HOUR_MS) })
      .where('external_id', '=', 'b')
      .execute();
    await read('kept');
    expect(await dealsOf('kept')).toEqual(['a', 'b expired', 'c']);
  });

  test('one that lost nearly all deals is rejected until an administrator allows it', async () => {
    await addSource('shrunk', 'paged');
    pages = [Array.from({ length: 20 }, (_, at) => `a${at}`)];
    await read('shrunk');
    pages = [['a0']];
    await read('shrunk');
    expect(await sourceOf('shrunk')).toMatchObject({
      status: 'degraded',
      status_reason: 'FEED_SHRUNK',
    });
    expect(await dealsOf('shrunk')).not.toContain('a1 expired');
    expect((await runsOf('shrunk')).at(-1)).toMatchObject({ status: 'held_back' });
    await read('shrunk', { allowShrink: true });
    expect((await dealsOf('shrunk')).filter((deal) => !deal.includes('expired'))).toEqual(['a0']);
    expect(await sourceOf('shrunk')).toMatchObject({ status: 'healthy', failures: 0 });
  });

  test('one that repeats a page endlessly is stopped', async () => {
    await addSource('endless', 'paged');
    pages = Array.from({ length: 50 }, () => ['a']);
    await read('endless');
    expect(await sourceOf('endless')).toMatchObject({ status_reason: 'SOURCE_ENDLESS' });
    expect(pagesRead.length).toBeLessThan(30);
  });

  test('a deal whose end its source postpones is active again', async () => {
    await addSource('timed', 'paged');
    pages = [['a']];
    expiresAt = Date.now() - 1;
    await read('timed');
    expiresAt = Date.now() + HOUR_MS;
    pages = [['a', 'b']];
    await read('timed');
    expect(await dealsOf('timed')).toEqual(['a', 'b']);
  });
});

describe('a scheduled merchant feed', () => {
  let server: ReplayServer;
  let feed = '';
  afterEach(() => server.close());
  beforeEach(async () => {
    server = await startReplayServer({
      response: () => ({ status: 200, body: feed }),
      conditional: true,
    });
  });
  const add = (id: string) => addSource(id, 'merchant-feed', { url: `${server.url}/feed.xml` });

  test('is read again only when it has changed', async () => {
    feed = offers('1', '2');
    await add('feed');
    await read('feed');
    await read('feed');
    expect(await runsOf('feed')).toMatchObject([
      { status: 'succeeded', inserted: 2 },
      { status: 'unchanged', row_count: 0, removed: 0 },
    ]);
    feed = offers('1', '3');
    await read('feed');
    expect(await dealsOf('feed')).toEqual(['1', '2 deleted', '3']);
  });

  test('data that was not applied does not count as unchanged', async () => {
    feed = offers(...Array.from({ length: 20 }, (_, at) => `a${at}`));
    await add('unkept');
    await read('unkept');
    feed = offers('a0');
    await read('unkept');
    await read('unkept');
    expect((await runsOf('unkept')).map(({ status }) => status)).toEqual([
      'succeeded',
      'held_back',
      'held_back',
    ]);
  });

  test('a failing one is degraded with its reason, keeps its deals, waits longer, and recovers', async () => {
    feed = offers('1');
    await add('failing');
    await read('failing');
    server.misbehave({ kind: 'status', status: 500 }, { times: 10 });
    now = NOW;
    await read('failing');
    await read('failing');
    const degraded = await sourceOf('failing');
    expect(degraded).toMatchObject({
      status: 'degraded',
      status_reason: 'SOURCE_FAILING',
      failures: 2,
    });
    expect(degraded.next_run_at?.getTime()).toBe(now + 2 * HOUR_MS);
    expect(await dealsOf('failing')).toEqual(['1']);
    await read('failing');
    expect(await sourceOf('failing')).toMatchObject({
      status: 'healthy',
      status_reason: null,
      failures: 0,
    });
  });

  test('one that rejects us, or became a web page, shows so', async () => {
    feed = offers('1');
    await add('refusing');
    await read('refusing');
    server.misbehave({ kind: 'status', status: 403 });
    await read('refusing');
    expect(await sourceOf('refusing')).toMatchObject({ status_reason: 'SOURCE_REFUSES' });
    feed = `<!doctype html><html><body>${'Профилактика '.repeat(20)}</body></html>`;
    await read('refusing');
    expect(await sourceOf('refusing')).toMatchObject({ status_reason: 'FEED_IS_HTML' });
    expect(await dealsOf('refusing')).toEqual(['1']);
  });

  test('its key is not in the history', async () => {
    feed = offers('1');
    await add('keyed');
    await read('keyed');
    const { origin } = await database.current.database
      .selectFrom('import_runs')
      .select('origin')
      .where('source_id', '=', 'keyed')
      .executeTakeFirstOrThrow();
    expect(origin).toBe(`${server.url}/feed.xml`);
  });
});

test('an invalid configuration is reported for the source', async () => {
  await addSource('misconfigured', 'merchant-feed', { url: 'ftp://shop.example' });
  await read('misconfigured');
  await addSource('unknown-kind', 'carrier-pigeon');
  await read('unknown-kind');
  for (const id of ['misconfigured', 'unknown-kind']) {
    expect(await sourceOf(id)).toMatchObject({
      status: 'error',
      status_reason: 'SOURCE_CONFIG_INVALID',
    });
  }
});

test('a source already being read is skipped', async () => {
  await addSource('busy', 'paged');
  pages = [['a']];
  const client = await database.current.pool.connect();
  await client.query(`SELECT pg_advisory_lock(hashtextextended('import:busy', 0))`);
  await read('busy');
  expect(await dealsOf('busy')).toEqual([]);
  // Not by closing the connection, because the database would release the lock with a delay.
  await client.query(`SELECT pg_advisory_unlock(hashtextextended('import:busy', 0))`);
  client.release();
  await read('busy');
  expect(await dealsOf('busy')).toEqual(['a']);
});

test('a stopped reading is due at once, and is no failure of its source', async () => {
  await addSource('stopped', 'paged');
  pages = [['a'], ['b']];
  const stop = new AbortController();
  stop.abort(new Error('The process stops.'));
  await expect(read('stopped', { signal: stop.signal })).rejects.toThrow('The process stops.');
  expect(await sourceOf('stopped')).toMatchObject({
    status: 'checking',
    failures: 0,
    next_run_at: new Date(now),
  });
});

describe('the schedule', () => {
  test('reads due sources at their times, and skips paused ones', async () => {
    const { database: kysely } = database.current;
    await kysely.updateTable('sources').set({ paused: true }).execute();
    const ids = ['due', 'soon', 'later', 'resting', 'ahead'];
    for (const id of ids) await addSource(id, 'paged');
    const setRow = (id: string, values: { next_run_at?: Date; paused?: boolean }) =>
      kysely.updateTable('sources').set(values).where('id', '=', id).execute();
    await setRow('soon', { next_run_at: new Date(now + 30_000) });
    await setRow('later', { next_run_at: new Date(now + HOUR_MS) });
    await setRow('resting', { paused: true });
    // The clock was a year ahead at its last reading.
    await setRow('ahead', { next_run_at: new Date(now + 365 * DAY_MS) });
    pages = [['a']];

    const jobs = createImmediateJobs();
    declareSourceJobs(jobs, createReader());
    await jobs.fire('sources.plan');
    const readSoFar = async () =>
      (
        await kysely
          .selectFrom('deals')
          .select('source_id')
          .where('source_id', 'in', ids)
          .orderBy('source_id')
          .execute()
      ).map((row) => row.source_id);
    expect(await readSoFar()).toEqual(['ahead', 'due']);
    expect(jobs.waiting).toMatchObject([{ startAfter: new Date(now + 30_000) }]);
    await jobs.runDue(new Date(now + 30_000));
    expect(await readSoFar()).toEqual(['ahead', 'due', 'soon']);
    const ask = (whilePaused: boolean) =>
      kysely.transaction().execute((tx) => enqueueReading(jobs, tx, 'resting', { whilePaused }));
    await ask(false);
    expect(await readSoFar()).toEqual(['ahead', 'due', 'soon']);
    await ask(true);
    expect(await readSoFar()).toEqual(['ahead', 'due', 'resting', 'soon']);
    expect((await sourceOf('due')).next_run_at).toEqual(new Date(now + HOUR_MS));
  });
});
