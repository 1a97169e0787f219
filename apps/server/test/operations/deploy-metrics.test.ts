import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { noMailer } from '#platform/mail/mailer.ts';
import { systemClock } from '#platform/clock.ts';
import { CountedMailer } from '#platform/mail/counted-mailer.ts';
import { partGauges } from '#app/part-gauges.ts';
import { buildTestApp } from '../build-test-app.ts';
import { useTestDatabase } from '../test-database.ts';

const deploy = path.join(import.meta.dirname, '../../../../deploy');
const ALERTS = path.join(deploy, 'prometheus-alerts.yml');
const DASHBOARD = path.join(deploy, 'grafana-dashboard.json');

const database = useTestDatabase();
let app: FastifyInstance;
let exposed: string;

beforeAll(async () => {
  const { database: handle, pool } = database.current;
  app = await buildTestApp({
    database: handle,
    search: createPostgresDealSearch(handle),
    gauges: partGauges({
      pool,
      search: { size: 0, lag: async () => ({ deals: 0, seconds: 0 }) },
      mails: new CountedMailer(noMailer, systemClock).counts,
      storeCalls: { ok: 0, full: 0, unavailable: 0, corrupted: 0 },
      backups: { age: async () => 60 },
    }),
  });
  // So that the durations of calls have samples.
  await app.inject('/api/deals');
  exposed = (await app.inject('/metrics')).body;
});
afterAll(() => app.close());

/** The samples of a metric that these files name. */
const samplesOf = (name: string): readonly string[] =>
  exposed.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

test.each([ALERTS, DASHBOARD])('every metric of %s is in /metrics', async (file) => {
  const content = await readFile(file, 'utf8');
  const names = new Set(content.match(/\b(?:http|izgodno|nodejs|process)_[a-z0-9_]+/g));
  expect(names.size).toBeGreaterThan(8);
  expect([...names].filter((name) => samplesOf(name).length === 0)).toEqual([]);
});

test('every part, state, result and route that an alert names is in /metrics', async () => {
  const content = await readFile(ALERTS, 'utf8');
  const named = [...content.matchAll(/(\w+)\{(part|state|result|route)=~?"([^"]+)"\}/g)];
  expect(named.length).toBeGreaterThan(4);
  for (const [, metric = '', label = '', values = ''] of named) {
    for (const value of values.split('|'))
      expect(
        samplesOf(metric).some((line) => line.includes(`${label}="${value}"`)),
        `${metric} ${value}`,
      ).toBe(true);
  }
});

test('no alert compares a gauge with its past, which falls again by itself', async () => {
  const content = await readFile(ALERTS, 'utf8');
  expect(content.match(/\b(?:i?delta|deriv|changes)\(/g)).toBeNull();
});

test('no alert rates or increases what is not a counter', async () => {
  const content = await readFile(ALERTS, 'utf8');
  const names = [...content.matchAll(/\b(?:rate|increase)\((\w+)/g)].map(([, name = '']) => name);
  expect(names.filter((name) => !/_(?:total|count|bucket)$/.test(name))).toEqual([]);
});

test.skipIf(spawnSync('promtool', ['--version']).status !== 0)(
  'promtool accepts the alerts',
  () => {
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', ALERTS]);
    expect({ status, stderr: stderr.toString() }).toMatchObject({ status: 0 });
  },
);
