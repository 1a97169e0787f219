import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInProcessBus } from '#platform/bus.ts';
import { systemClock } from '#platform/clock.ts';
import { createIpGuard } from '#platform/http/ip-guard.ts';
import { createPgBossJobs } from '#platform/jobs/pg-boss-jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/logger.ts';
import { useFeedServers } from '#test/import-harness.ts';
import {
  changingSites,
  failingSites,
  harmlessSites,
  plainFeed,
  PRODUCTS,
  site,
  tricklingSite,
} from '#test/source-chaos/misbehaviours.ts';
import { createTestReader } from '#test/source-reader.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { merchantFeed } from '../merchant-feed/scheduled-feed.ts';
import { createSourceNetwork } from '../politeness/polite-http.ts';
import { systemTiming, type Timing } from '../politeness/timing.ts';
import { registerKind } from '../registry/connector-kinds.ts';
import { putSource } from '../registry/source-rows.ts';
import { sourcePaused } from './readings.ts';
import { sourcesHealth } from './punctuality.ts';
import { declareSourceJobs, enqueueReading, planSourcesJob } from './source-jobs.ts';

const database = useTestDatabase();
const startSite = useFeedServers();

/** Waits for a thousandth of the time, so that the pace of many hosts takes no seconds. */
const timing: Timing = {
  ...systemTiming,
  sleep: (ms, signal) => systemTiming.sleep(ms / 1_000, signal),
};

const running: Jobs[] = [];
beforeEach(async () => {
  await database.current.pool.query(
    'DROP SCHEMA IF EXISTS pgboss CASCADE; TRUNCATE sources CASCADE',
  );
});
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
});

const startNode = async () => {
  const bus = createInProcessBus();
  const jobs = createPgBossJobs({
    connectionString: database.current.connectionString,
    logger: createLogger('silent'),
    pollSeconds: 0.5,
  });
  const network = createSourceNetwork({
    guard: createIpGuard({ allow: ['127.0.0.1'] }),
    contact: undefined,
    timing,
    patience: { headMs: 300, graceMs: 300, bytesPerSecond: 16_384 },
  });
  const kinds = new Map([[merchantFeed.name, registerKind(merchantFeed)]]);
  declareSourceJobs(jobs, createTestReader(database.current, { kinds, timing, network, bus }));
  await jobs.start();
  running.push(jobs);
  return { bus, jobs };
};

const add = (id: string, url: string, everySeconds = 3_600) =>
  putSource(
    database.current.database,
    {
      id,
      name: id,
      kind: merchantFeed.name,
      group: 'other',
      commission: false,
      config: { url: `${url}/feed.xml` },
      everySeconds,
    },
    new Date(),
  );

const statuses = async (): Promise<ReadonlyMap<string, string>> => {
  const rows = await database.current.database
    .selectFrom('sources')
    .select(['id', 'status', 'status_reason', 'failures'])
    .where('kind', 'is not', null)
    .execute();
  return new Map(
    rows.map(({ id, status, status_reason, failures }) => [
      id,
      // The reason of a failure differs from site to site.
      [status, failures, ...(status === 'degraded' ? [status_reason] : [])].join(' '),
    ]),
  );
};

/** The active deals of each source. */
const dealsOf = async (): Promise<Readonly<Record<string, number>>> => {
  const { rows } = await database.current.pool.query<{ source_id: string; deals: number }>(
    `SELECT source_id, count(*)::integer AS deals FROM deals WHERE status = 'active' GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ source_id, deals }) => [source_id, deals]));
};

test(
  'seventy sources that misbehave at once leave every other one on schedule',
  { timeout: 120_000 },
  async () => {
    const failing: string[] = [];
    const changing = new Map<string, (typeof changingSites)[string]>();
    for (let round = 0; round < 5; round += 1) {
      for (const [at, create] of Object.values(failingSites).entries()) {
        failing.push(`failing-${round}-${at}`);
        await add(`failing-${round}-${at}`, await startSite(create()));
      }
      for (const [at, one] of Object.values(changingSites).entries()) {
        changing.set(`changing-${round}-${at}`, one);
        await add(`changing-${round}-${at}`, await startSite(one.create()));
      }
    }
    expect(failing.length + changing.size).toBe(70);
    const elsewhere = await startSite(site((_request, response) => void response.end(plainFeed)));
    const good: string[] = [];
    for (const [at, create] of Object.values(harmlessSites).entries()) {
      good.push(`good-${at}`);
      await add(`good-${at}`, await startSite(create(elsewhere)));
    }

    const { jobs } = await startNode();
    await jobs.enqueue(planSourcesJob, {});
    const failed = failing.map((id): [string, string] => [id, 'error 1']);
    const healthy = good.map((id): [string, string] => [id, 'healthy 0']);
    const first = [...changing.keys()].map((id): [string, string] => [id, 'healthy 0']);
    await expect.poll(statuses).toEqual(new Map([...failed, ...first, ...healthy]));

    await database.current.database.transaction().execute(async (transaction) => {
      for (const id of changing.keys()) await enqueueReading(jobs, transaction, id);
    });
    const second = [...changing].map(
      ([
        id,
        {
          second: [status, reason],
        },
      ]): [string, string] => [
        id,
        `${status} ${reason === 'FEED_SHRUNK' ? 1 : 0}${reason === null ? '' : ` ${reason}`}`,
      ],
    );
    const expectedDeals = {
      ...Object.fromEntries(good.map((id) => [id, PRODUCTS])),
      ...Object.fromEntries([...changing].map(([id, { deals }]) => [id, deals])),
    };
    await expect.poll(statuses).toEqual(new Map([...failed, ...second, ...healthy]));
    await expect.poll(dealsOf).toEqual(expectedDeals);
    const { rows } = await database.current.pool.query<{ due: Date }>(
      `SELECT max(next_run_at) AS due FROM sources`,
    );
    // A day, and the part of chance.
    expect(rows[0]?.due.getTime()).toBeLessThan(Date.now() + 2 * 86_400_000);
    const health = await sourcesHealth(database.current.database, systemClock);
    expect(health.status).toBe('healthy');
  },
);

test('pausing a source ends its reading, and a stop ends every reading', async () => {
  const reached = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let left = 0;
  const endless: RequestListener = (request, response) => {
    // Faster than the slowest rate that is tolerated.
    tricklingSite(' '.repeat(4_096), () => (left += 1))(request, response);
    if (request.url !== '/robots.txt') reached.shift()?.resolve();
  };
  const begun = reached.map(({ promise }) => promise);
  await add('paused', await startSite(endless));
  await add('stopped', await startSite(endless));
  const { bus, jobs } = await startNode();
  await jobs.enqueue(planSourcesJob, {});
  await Promise.all(begun);

  bus.publish(sourcePaused, { sourceId: 'paused' });
  await expect.poll(() => left).toBe(1);
  await jobs.stop();
  await expect.poll(() => left).toBe(2);
  expect(await statuses()).toEqual(
    new Map([
      ['paused', 'checking 0'],
      ['stopped', 'checking 0'],
    ]),
  );
});
