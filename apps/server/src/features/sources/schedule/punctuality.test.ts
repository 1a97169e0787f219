import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import { aDeal, insertDeals } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { readQueue, sourceGauges, sourcesHealth } from './punctuality.ts';

const database = useTestDatabase();
const now = Date.parse('2026-11-23T12:00:00Z');
const clock = { now: () => now };
const ago = (ms: number): Date => new Date(now - ms);

interface Given {
  readonly checkedMs: number | null;
  readonly dueMs: number;
  readonly everySeconds?: number;
  readonly paused?: boolean;
}

const add = (id: string, { checkedMs, dueMs, everySeconds = 3_600, paused = false }: Given) =>
  database.current.database
    .insertInto('sources')
    .values({
      id,
      name: id,
      source_group: 'other',
      kind: 'merchant-feed',
      every_seconds: everySeconds,
      created_at: ago(30 * DAY_MS),
      checked_at: checkedMs === null ? null : ago(checkedMs),
      next_run_at: ago(dueMs),
      paused,
    })
    .execute();

const health = () => sourcesHealth(database.current.database, clock);

beforeEach(async () => {
  await database.current.pool.query('TRUNCATE sources, deals CASCADE');
});

test('without sources, the schedule is healthy', async () => {
  expect(await health()).toEqual({ status: 'healthy' });
});

test('the detail names the last success of each source, the oldest first', async () => {
  await add('new', { checkedMs: 5 * MINUTE_MS, dueMs: -HOUR_MS });
  await add('old', { checkedMs: 3 * HOUR_MS, dueMs: -HOUR_MS });
  await add('stopped', { checkedMs: 9 * DAY_MS, dueMs: 9 * DAY_MS, paused: true });
  expect(await health()).toEqual({
    status: 'healthy',
    detail: 'No source waits to be read. Time since the last success: old 3 h, new 5 min.',
  });
});

test('the detail is bounded', async () => {
  for (let at = 0; at < 14; at += 1)
    await add(`s-${at}`, { checkedMs: at * MINUTE_MS, dueMs: -HOUR_MS });
  expect((await health()).detail).toMatch(/: s-13 13 min, .* s-4 4 min and 4 newer ones\.$/);
});

test.for([
  ['a source waits for less than a quarter of an hour', 14 * MINUTE_MS, HOUR_MS, 3_600, 'healthy'],
  ['a source waits for a quarter of an hour', 15 * MINUTE_MS, HOUR_MS, 3_600, 'degraded'],
  ['readings have failed for less than a day', -HOUR_MS, 23 * HOUR_MS, 3_600, 'healthy'],
  ['readings have failed for more than a day', -HOUR_MS, 25 * HOUR_MS, 3_600, 'degraded'],
  ['a weekly source was read last week', -HOUR_MS, 10 * DAY_MS, 604_800, 'healthy'],
  ['a weekly source fails for a month', -HOUR_MS, 22 * DAY_MS, 604_800, 'degraded'],
  ['a source was never read since it was added', -HOUR_MS, null, 3_600, 'degraded'],
] as const)('%s', async ([, dueMs, checkedMs, everySeconds, status]) => {
  await add('shop', { checkedMs, dueMs, everySeconds });
  expect((await health()).status).toBe(status);
});

test('the gauges have the queue, each last success and each number of deals', async () => {
  await add('late', { checkedMs: 2 * HOUR_MS, dueMs: 4 * MINUTE_MS });
  await add('later', { checkedMs: null, dueMs: MINUTE_MS });
  await insertDeals(
    database.current.database,
    (['active', 'active', 'expired'] as const).map((status) =>
      aDeal({ source_id: 'late', status }),
    ),
  );
  const gauges = sourceGauges(database.current.database, clock);
  expect(await readQueue(database.current.database, now)).toEqual({
    waiting: 2,
    since: ago(4 * MINUTE_MS),
  });
  expect(await gauges.izgodno_sources_queue.value()).toBe(2);
  expect(await gauges.izgodno_sources_queue_age_seconds.value()).toBe(240);
  expect(await gauges.izgodno_source_success_age_seconds.value()).toEqual({
    late: 7_200,
    later: 30 * 86_400,
  });
  expect(await gauges.izgodno_source_deals.value()).toEqual({ late: 2 });
});
