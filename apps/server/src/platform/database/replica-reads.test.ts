import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql, type Kysely } from 'kysely';
import { Client } from 'pg';
import * as z from 'zod/mini';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts';
import { createLogger } from '#platform/logger.ts';
import { FAST_SETTINGS } from '#test/postgres-directories.ts';
import { administer } from '#test/with-database.ts';
import { openDatabase, type DatabaseHandle } from './database.ts';
import { openReplicaReads, type ReplicaReads } from './replica-reads.ts';

const run = promisify(execFile);
const rowsSchema = z.array(z.object({ id: z.number(), standby: z.boolean() }));

let folder: string;
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let handle: DatabaseHandle<unknown>;
let reads: ReplicaReads<unknown>;
let now = 0;

const startPrimary = () =>
  startEmbeddedPostgres({ directory: path.join(folder, 'primary'), settings: FAST_SETTINGS });

/** The notes, and whether a standby said so. */
const readNotes = async (database: Kysely<unknown>) => {
  const { rows } = await sql`
    SELECT id, pg_is_in_recovery() AS standby FROM notes ORDER BY id`.execute(database);
  return rowsSchema.parse(rows);
};

const note = (id: number) =>
  administer(primary.connectionString, `INSERT INTO notes VALUES (${id})`);
const replay = (verb: 'pause' | 'resume') =>
  administer(standby.adminConnectionString, `SELECT pg_wal_replay_${verb}()`);

const startStandby = async (): Promise<EmbeddedPostgres> => {
  const host = new URL(primary.adminConnectionString).searchParams.get('host') ?? '';
  return startEmbeddedPostgres({
    directory: path.join(folder, 'standby'),
    settings: { ...FAST_SETTINGS, primary_conninfo: `host=${host} user=postgres` },
  });
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'izgodno-replica-'));
  // The account of PostgreSQL passes through it.
  await chmod(folder, 0o711);
  const first = await startPrimary();
  await administer(first.connectionString, 'CREATE TABLE notes (id int)');
  await first.stop();
  // A copy of a stopped server, because the package has no pg_basebackup.
  await run('cp', ['-a', path.join(folder, 'primary'), path.join(folder, 'standby')]);
  await writeFile(path.join(folder, 'standby/data/standby.signal'), '');
  primary = await startPrimary();
  standby = await startStandby();
  handle = openDatabase({ connectionString: primary.connectionString });
  reads = openReplicaReads({
    primary: handle.database,
    replica: openDatabase({ connectionString: standby.connectionString }).database,
    clock: { now: () => now },
    logger: createLogger('silent'),
  });
}, 120_000);

afterAll(async () => {
  await reads.close();
  await handle.close();
  await standby.stop();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
});

const readSnapshot = async (connectionString: string): Promise<string> => {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query('SELECT pg_current_snapshot()::text AS snapshot');
  await client.end();
  return z.array(z.object({ snapshot: z.string() })).parse(rows)[0]?.snapshot ?? '';
};

test('a standby leaves running transactions out of its snapshot, so that no index can follow it', async () => {
  const writer = new Client({ connectionString: primary.connectionString });
  await writer.connect();
  await writer.query('BEGIN; CREATE TABLE other (id int)');
  await administer(primary.connectionString, 'CREATE TABLE further (id int)');
  expect(await readSnapshot(primary.connectionString)).toMatch(/:\d+$/);
  // The oldest transaction that runs is named, but not as running.
  await expect.poll(() => readSnapshot(standby.connectionString)).toMatch(/^(\d+):(?!\1:)\d+:$/);
  await writer.end();
});

test('reads come from the replica while it follows, and from the primary while it is late or away', async () => {
  expect(reads.health().status).toBe('degraded');
  await note(1);
  await expect
    .poll(async () => {
      await reads.check();
      return reads.read(readNotes);
    })
    .toEqual([{ id: 1, standby: true }]);
  expect(reads.health()).toEqual({ status: 'healthy' });

  await replay('pause');
  await note(2);
  await reads.check();
  // Not yet too late.
  expect(await reads.read(readNotes)).toEqual([{ id: 1, standby: true }]);
  now += 5_001;
  await reads.check();
  expect(await reads.read(readNotes)).toMatchObject([{ id: 1, standby: false }, { id: 2 }]);
  expect(reads.health()).toEqual({
    status: 'degraded',
    detail: 'The replica is not read. It is behind the primary.',
  });

  await replay('resume');
  await expect
    .poll(async () => {
      await reads.check();
      return reads.read(readNotes);
    })
    .toMatchObject([{ id: 1, standby: true }, { id: 2 }]);

  // No check has noticed yet: the call itself goes to the primary.
  await standby.stop();
  expect(await reads.read(readNotes)).toMatchObject([{ id: 1, standby: false }, { id: 2 }]);
  expect(reads.health().status).toBe('degraded');
}, 120_000);
