import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { SourceGroup } from '@izgodno/contract/deals/vocabulary';
import { feedOf } from '#test/import-harness.ts';
import { startReplayServer, type ReplayServer } from '#test/replay/replay-server.ts';
import { createTestReader } from '#test/source-reader.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { merchantFeed } from '../merchant-feed/scheduled-feed.ts';
import { systemTiming } from '../politeness/timing.ts';
import { registerKind } from '../registry/connector-kinds.ts';
import { putSource } from '../registry/source-rows.ts';
import { runSource } from './run-source.ts';

const database = useTestDatabase();
let server: ReplayServer;
let feed: string;
let now: number;

beforeEach(async () => {
  feed = feedOf([{ id: '1', price: '10.00 EUR' }]);
  now = Date.UTC(2026, 10, 21, 10);
  server = await startReplayServer({
    response: () => ({ status: 200, body: feed }),
    conditional: true,
  });
});
afterEach(() => server.close());

const add = (id: string, name = id, group: SourceGroup = 'other') =>
  putSource(
    database.current.database,
    {
      id,
      name,
      kind: merchantFeed.name,
      group,
      commission: false,
      config: { url: `${server.url}/feed.xml` },
      everySeconds: 3_600,
    },
    new Date(now),
  );

/** Reads the source and returns the outcome. */
const read = async (id: string): Promise<string | undefined> => {
  const reader = createTestReader(database.current, {
    kinds: new Map([[merchantFeed.name, registerKind(merchantFeed)]]),
    timing: { ...systemTiming, clock: { now: () => now }, sleep: async () => {} },
  });
  const { signal } = new AbortController();
  await runSource(reader, id, { allowShrink: false, asked: false, signal });
  const run = await database.current.database
    .selectFrom('import_runs')
    .select('status')
    .where('source_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return run?.status;
};

const nextRun = async (id: string): Promise<number | undefined> => {
  const sources = database.current.database.selectFrom('sources').where('id', '=', id);
  return (await sources.select('next_run_at').executeTakeFirst())?.next_run_at?.getTime();
};

test('an unchanged feed is read again when it would be mapped differently', async () => {
  await add('mapped');
  expect(await read('mapped')).toBe('succeeded');
  expect(await read('mapped')).toBe('unchanged');
  await database.current.database
    .updateTable('source_validators')
    .set({ mapping_version: 'of older rules' })
    .where('source_id', '=', 'mapped')
    .execute();
  expect(await read('mapped')).toBe('succeeded');
  expect(await read('mapped')).toBe('unchanged');
});

test('an unchanged feed is read again each day, because its sales begin and end', async () => {
  await add('daily');
  await read('daily');
  now += DAY_MS / 24;
  expect(await read('daily')).toBe('unchanged');
  now += DAY_MS;
  expect(await read('daily')).toBe('succeeded');
});

test('an unchanged feed is read again when a sale of it ends', async () => {
  const sale =
    '<g:sale_price>6 EUR</g:sale_price><g:sale_price_effective_date>/2026-11-21T13:30+0200';
  feed = feed.replace('<g:price>', `${sale}</g:sale_price_effective_date><g:price>`);
  await add('selling');
  await read('selling');
  now += DAY_MS / 24;
  expect(await read('selling')).toBe('unchanged');
  // The sale ends between two readings, so its end brings the second one forward.
  expect(await nextRun('selling')).toBe(Date.parse('2026-11-21T13:30:00.001+02:00'));
  now += DAY_MS / 24;
  expect(await read('selling')).toBe('succeeded');
  expect(await read('selling')).toBe('unchanged');
});

test('a feed without a name gets its own title', async () => {
  feed = feed.replace('Магазин', 'Кафе &amp;amp; чай');
  await add('titled');
  await add('named', 'Чайна');
  await read('titled');
  await read('named');
  const rows = await database.current.database
    .selectFrom('sources')
    .select('name')
    .where('id', 'in', ['named', 'titled'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([{ name: 'Чайна' }, { name: 'Кафе & чай' }]);
});

test('a checked fare is as fresh as later readings', async () => {
  const { database: db } = database.current;
  const freshness = async () => {
    const deals = await db
      .selectFrom('deals')
      .select('checked_at')
      .where('source_id', '=', 'fares')
      .execute();
    return deals.map((deal) => deal.checked_at);
  };
  const isReadAfterAsking = async (): Promise<string | undefined> => {
    await db
      .updateTable('deals')
      .set({ checked_at: new Date(0) })
      .execute();
    return read('fares');
  };
  await add('fares', 'fares', 'travel');
  await read('fares');
  expect(await isReadAfterAsking()).toBe('unchanged');
  expect(await freshness()).toEqual([null]);
  feed = feedOf([
    { id: '1', price: '10.00 EUR' },
    { id: '2', price: '10.00 EUR' },
  ]);
  expect(await isReadAfterAsking()).toBe('succeeded');
  expect(await freshness()).toEqual([null, null]);
});
