import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInProcessBus } from '#platform/bus.ts';
import { createIpGuard } from '#platform/http/ip-guard.ts';
import { createPgBossJobs } from '#platform/jobs/pg-boss-jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/logger.ts';
import { feedOf, useFeedServers } from '#test/import-harness.ts';
import { createTestReader } from '#test/source-reader.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { merchantFeed } from '../merchant-feed/scheduled-feed.ts';
import { createSourceNetwork } from '../politeness/polite-http.ts';
import { systemTiming, type Timing } from '../politeness/timing.ts';
import { registerKind } from '../registry/connector-kinds.ts';
import { putSource } from '../registry/source-rows.ts';
import { sourcePaused } from './readings.ts';
import { declareSourceJobs, planSourcesJob } from './source-jobs.ts';

const database = useTestDatabase();
const startSite = useFeedServers();
const feed = feedOf(['1', '2', '3'].map((id) => ({ id, price: '10.00 EUR' })));

/** Waits for a thousandth of the time, so that the pace of many hosts takes no seconds. */
const timing: Timing = {
  ...systemTiming,
  sleep: (ms, signal) => systemTiming.sleep(ms / 1_000, signal),
};

/** A site that offers its feed to everyone, in its own way. */
const site =
  (sendFeed: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else sendFeed(request, response);
  };

const trickles = new Set<NodeJS.Timeout>();

/** Every way to misbehave, and the status of its source afterwards. */
const misbehaviours: Readonly<Record<string, RequestListener>> = {
  'redirects in circles': site((_request, response) => {
    response.writeHead(301, { location: '/feed.xml' }).end();
  }),
  'never responds': site(() => {}),
  'never answers for robots.txt': () => {},
  trickles: site((_request, response) => {
    response.writeHead(200).write(feed.slice(0, 100));
    const timer = setInterval(() => response.write(' '), 10);
    trickles.add(timer);
    response.on('close', () => clearInterval(timer));
  }),
  'asks for a year': site((_request, response) => {
    response.writeHead(429, { 'retry-after': '999999999' }).end();
  }),
  'sends half a gzip': site((_request, response) => {
    const packed = gzipSync(feed);
    response.writeHead(200).end(packed.subarray(0, packed.length / 2));
  }),
  'sends half a feed': site((_request, response) => {
    response.writeHead(200).end(feed.slice(0, feed.length / 2));
  }),
  'resets the connection': site((_request, response) => void response.destroy()),
  fails: site((_request, response) => void response.writeHead(500).end()),
  'sends a page': site((_request, response) => void response.end('<html></html>')),
};

/** Sites whose faults cost a record at most. */
const dirty: Readonly<Record<string, string>> = {
  'NUL in a record': feed.replace('<title>', '<title>\0'),
  'a bare ampersand': feed.replace('<title>', '<title>H&M < 5 &#1; '),
  'no fault': feed,
};

const running: Jobs[] = [];
beforeEach(async () => {
  await database.current.pool.query(
    'DROP SCHEMA IF EXISTS pgboss CASCADE; TRUNCATE sources CASCADE',
  );
});
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
  for (const timer of trickles) clearInterval(timer);
  trickles.clear();
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
    .select(['id', 'status', 'failures'])
    .where('kind', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, status, failures }) => [id, `${status} ${failures}`]));
};

test('sixty sources that misbehave at once leave every other one on schedule', async () => {
  const bad: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    for (const [at, listener] of Object.values(misbehaviours).entries()) {
      const id = `bad-${round}-${at}`;
      bad.push(id);
      await add(id, await startSite(listener));
    }
  }
  const elsewhere = await startSite(site((_request, response) => void response.end(feed)));
  const good: string[] = [];
  for (const [at, body] of Object.values(dirty).entries()) {
    good.push(`good-${at}`);
    await add(`good-${at}`, await startSite(site((_request, response) => void response.end(body))));
  }
  good.push('moved');
  await add(
    'moved',
    await startSite(
      site((_request, response) => {
        response.writeHead(301, { location: `${elsewhere}/feed.xml` }).end();
      }),
    ),
  );

  const { jobs } = await startNode();
  await jobs.enqueue(planSourcesJob, {});
  const expected = new Map([
    ...bad.map((id): [string, string] => [id, 'error 1']),
    ...good.map((id): [string, string] => [id, 'healthy 0']),
  ]);
  await expect.poll(statuses, { timeout: 15_000 }).toEqual(expected);
  const { rows } = await database.current.pool.query<{ deals: number; due: Date }>(
    `SELECT (SELECT count(*)::integer FROM deals WHERE status = 'active') AS deals,
            max(next_run_at) AS due FROM sources`,
  );
  expect(rows[0]?.deals).toBe(good.length * 3);
  // A day, and the part of chance.
  expect(rows[0]?.due.getTime()).toBeLessThan(Date.now() + 2 * 86_400_000);
});

test('pausing a source ends its reading, and a stop ends every reading', async () => {
  const reached = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let left = 0;
  const endless: RequestListener = site((_request, response) => {
    reached.shift()?.resolve();
    response.writeHead(200).write(feed.slice(0, 100));
    // Faster than the slowest rate that is tolerated.
    const timer = setInterval(() => response.write(' '.repeat(4_096)), 10);
    trickles.add(timer);
    response.on('close', () => {
      clearInterval(timer);
      left += 1;
    });
  });
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
