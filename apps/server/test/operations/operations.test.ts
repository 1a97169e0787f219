import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SECOND_MS } from '@izgodno/contract/common/durations';
import { readConfiguration } from '#config/configuration.ts';
import { settingsSchema } from '#config/settings.ts';
import { contractCalls } from '../contract-calls.ts';
import { CALLS, describeCalls } from './calls-table.ts';
import { OPERATIONS, withSettingsTable } from './settings-table.ts';

const root = path.join(import.meta.dirname, '../../../..');

const readOf = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

const numberIn = (text: string | undefined, pattern: RegExp): number =>
  Number(pattern.exec(text ?? '')?.[1]?.replaceAll('_', ''));

test('the manual lists the present settings (npm run docs writes them)', async () => {
  const document = await readFile(OPERATIONS, 'utf8');
  expect(await withSettingsTable(document)).toBe(document);
});

test("the list of calls has each call's description (npm run docs writes it)", async () => {
  expect(await describeCalls(contractCalls)).toBe(await readFile(CALLS, 'utf8'));
});

test('the container files name only existing settings', async () => {
  const text = await readOf('compose.yaml');
  const [, app = ''] = /\nx-app: &app\n([^]*?)\nservices:\n/.exec(text) ?? [];
  const [, environment = ''] = /\n {2}environment:\n([^]*?)\n {2}\w+:/.exec(app) ?? [];
  const names = [...environment.matchAll(/^ {4}([A-Z_0-9]+):/gm)].map(([, name]) => name);
  expect(names).toContain('DATABASE_URL');
  expect(Object.keys(settingsSchema.shape)).toEqual(expect.arrayContaining(names));
});

test('systemd and Docker wait at least as long for the end of the product as it may take', async () => {
  const [serve, unit, compose] = await Promise.all(
    ['apps/server/src/app/serve.ts', 'deploy/izgodno.service', 'compose.yaml'].map(readOf),
  );
  const least =
    numberIn(serve, /CLOSE_LIMIT_MS = ([\d_]+)/) / SECOND_MS + readConfiguration({}).DRAIN_SECONDS;
  expect(numberIn(unit, /^TimeoutStopSec=(\d+)$/m)).toBeGreaterThan(least);
  expect(numberIn(compose, /^ {2}stop_grace_period: (\d+)s$/m)).toBeGreaterThan(least);
});

test('a container that waits for its database is not unhealthy', async () => {
  const [, check = ''] = /^HEALTHCHECK (.*)$/m.exec(await readOf('Dockerfile')) ?? [];
  expect(check).toContain('/api/health');
  expect(check).toContain('process.env.PORT');
});

const analyse = (...more: string[]) =>
  spawnSync('systemd-analyze', more, { cwd: path.join(root, 'deploy'), encoding: 'utf8' });

// Older versions read only installed units.
test.skipIf(analyse('security', '--offline=true', '--help').status !== 0)(
  'the unit exposes little of the machine',
  () => {
    const { stdout } = analyse('security', '--offline=true', 'izgodno.service');
    const [, score] = /Overall exposure level for izgodno.service: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(score)).toBeLessThanOrEqual(2);
  },
);
