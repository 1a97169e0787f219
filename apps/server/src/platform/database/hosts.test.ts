import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#platform/logger.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { createPgBossJobs } from '#platform/jobs/pg-boss-jobs.ts';
import { openNetwork } from '#test/breakable-network.ts';
import { portOf } from '#test/port-of.ts';
import { FAST_SETTINGS } from '#test/postgres-directories.ts';
import { administer } from '#test/with-database.ts';
import * as z from 'zod/mini';
import { openDatabase, type DatabaseHandle } from './database.ts';
import { connectingTo } from './hosts.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** A server of PostgreSQL that is reached by TCP. */
const startServer = async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'izgodno-hosts-'));
  const postgres = await startEmbeddedPostgres({ directory, settings: FAST_SETTINGS });
  const network = await openNetwork(postgres.connectionString);
  await administer(postgres.connectionString, 'CREATE TABLE notes (id int)');
  return {
    url: new URL(network.connectionString),
    /** Present sessions notice it too. */
    beStandby: async (isStandby: boolean) => {
      const admin = postgres.adminConnectionString;
      await administer(
        admin,
        `ALTER SYSTEM SET default_transaction_read_only = ${isStandby ? 'on' : 'off'}`,
      );
      await administer(admin, 'SELECT pg_reload_conf()');
    },
    stop: async () => {
      network.close();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

let one: Awaited<ReturnType<typeof startServer>>;
let two: Awaited<ReturnType<typeof startServer>>;
/** A port that accepts connections and never responds. */
let silent: Server;
let handle: DatabaseHandle<unknown> | undefined;

beforeAll(async () => {
  [one, two] = await Promise.all([startServer(), startServer()]);
  silent = createServer();
  await once(silent.listen(0, '127.0.0.1'), 'listening');
}, 60_000);

afterEach(async () => {
  await handle?.close();
  handle = undefined;
});

afterAll(async () => {
  silent.close();
  await Promise.all([one.stop(), two.stop()]);
});

const urlOf = (...hosts: readonly string[]): string => {
  const url = new URL(one.url.href);
  return `postgresql://${url.username}@${hosts.join(',')}${url.pathname}?target_session_attrs=read-write`;
};

const silentHost = (): string => {
  return `127.0.0.1:${portOf(silent)}`;
};

const open = (...hosts: readonly string[]) => {
  handle = openDatabase({
    connectionString: urlOf(...hosts),
    maxConnections: 4,
    statementLimit: 5_000,
  });
  return handle.database;
};

const makePrimary = async (primary: typeof one, standby: typeof one) => {
  await standby.beStandby(true);
  await primary.beStandby(false);
};

test('a connection goes to the host that accepts writes, wherever it is in the list', async () => {
  await makePrimary(two, one);
  const database = open('127.0.0.1:1', silentHost(), one.url.host, two.url.host);
  const { numAffectedRows } = await sql`INSERT INTO notes VALUES (1)`.execute(database);
  expect(numAffectedRows).toBe(1n);
});

test('every connection notices a server that vanished', () => {
  for (const hosts of [[one.url.host], [one.url.host, two.url.host]])
    expect(connectingTo(urlOf(...hosts))).toMatchObject({
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
});

test('a failover is followed: one write fails, and the next ones succeed on the other host', async () => {
  await makePrimary(one, two);
  const database = open(one.url.host, two.url.host);
  const write = () => sql`INSERT INTO notes VALUES (2)`.execute(database);
  await Promise.all([write(), write(), write(), write()]);
  await makePrimary(two, one);
  // The setting reaches sessions with their next statement.
  const errors: unknown[] = [];
  await expect
    .poll(() =>
      write().then(
        () => true,
        (error: unknown) => (errors.push(error), false),
      ),
    )
    .toBe(true);
  expect(errors.length).toBeLessThanOrEqual(1);
  expect(errors.every(isDatabaseUnavailable)).toBe(true);
  await Promise.all([write(), write(), write(), write()]);
});

test('without a host that accepts writes calls fail as while the database is away', async () => {
  await one.beStandby(true);
  await two.beStandby(true);
  const database = open(one.url.host, two.url.host);
  const error: unknown = await sql`SELECT 1`.execute(database).catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  await two.beStandby(false);
  await expect
    .poll(() =>
      sql`SELECT 1`.execute(database).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

test('jobs follow a failover too', async () => {
  await makePrimary(two, one);
  const jobs = createPgBossJobs({
    connectionString: urlOf(one.url.host, two.url.host),
    logger: createLogger('silent'),
    pollSeconds: 0.5,
  });
  const done = Promise.withResolvers<void>();
  const kind = { name: 'note', payload: z.object({}) };
  jobs.work(kind, async () => done.resolve());
  await jobs.start();
  await jobs.enqueue(kind, {});
  await expect(done.promise).resolves.toBeUndefined();
  await jobs.stop();
});

/** A message of PostgreSQL's protocol: its kind, its length and the rest. */
const message = (kind: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + length.length);
  return Buffer.concat([Buffer.from(kind), length, body]);
};

test('a server that ends a connection in the moment that it opens it ends nothing else', async () => {
  const idle = message('Z', Buffer.from('I'));
  const opened = Buffer.concat([message('R', Buffer.alloc(4)), idle]);
  const off = Buffer.concat([
    message('T', Buffer.from('\0\u0001transaction_read_only\0'), Buffer.alloc(18)),
    message('D', Buffer.from('\0\u0001\0\0\0\u0003off')),
    message('C', Buffer.from('SHOW\0')),
    idle,
  ]);
  const shutdown = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    // Of two connections the first only asks whether the server accepts writes.
    const isAsking = connections % 2 === 1;
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(isAsking ? opened : Buffer.concat([opened, shutdown]));
      socket.on('data', () => socket.write(off));
      if (!isAsking) socket.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const port = portOf(server);
  const connectionString = `postgresql://user@127.0.0.1:${port}/none?target_session_attrs=read-write`;
  const opening = openDatabase<unknown>({ connectionString });
  for (let attempt = 0; attempt < 3; attempt += 1)
    await expect(sql`SELECT 1`.execute(opening.database)).rejects.toSatisfy(isDatabaseUnavailable);
  await opening.close();
  server.close();
});
