import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type DatabaseHandle } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts';
import type { Schema } from '#schema/schema.ts';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { buildTestApp } from './build-test-app.ts';
import { readPid, signalProcess } from './signal-process.ts';

let directory = '';
let postgres: EmbeddedPostgres;
let handle: DatabaseHandle<Schema>;
let app: FastifyInstance;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'izgodno-gone-'));
  postgres = await startEmbeddedPostgres({ directory });
  const { connectionString } = postgres;
  await migrate(connectionString);
  handle = openDatabase<Schema>({ connectionString });
  app = await buildTestApp({
    database: handle.database,
    search: createPostgresDealSearch(handle.database),
  });
});

afterAll(async () => {
  await app.close();
  await handle.close();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

const listDeals = () => app.inject({ method: 'GET', url: '/api/deals' });

test('while the database is unavailable calls return a stable code, and they recover by themselves', async () => {
  expect((await listDeals()).statusCode).toBe(200);

  const pid = await readPid(path.join(directory, 'data/postmaster.pid'));
  signalProcess(pid ?? 0, 'SIGKILL');
  await expect
    .poll(async () => (await listDeals()).json())
    .toMatchObject({ success: false, error: { code: 'database_unavailable' } });

  await expect.poll(async () => (await listDeals()).statusCode).toBe(200);
});
