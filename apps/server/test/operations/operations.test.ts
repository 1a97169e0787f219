import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { settingsSchema } from '#config/settings.ts';
import { contractCalls } from '../contract-calls.ts';
import { CALLS, describeCalls } from './calls-table.ts';
import { OPERATIONS, withSettingsTable } from './settings-table.ts';

const root = path.join(import.meta.dirname, '../../../..');

test('the manual lists the present settings (npm run docs writes them)', async () => {
  const document = await readFile(OPERATIONS, 'utf8');
  expect(await withSettingsTable(document)).toBe(document);
});

test("the list of calls has each call's description (npm run docs writes it)", async () => {
  expect(await describeCalls(contractCalls)).toBe(await readFile(CALLS, 'utf8'));
});

test('the container files name only existing settings', async () => {
  const text = await readFile(path.join(root, 'compose.yaml'), 'utf8');
  const [, app = ''] = /\nx-app: &app\n([^]*?)\nservices:\n/.exec(text) ?? [];
  const [, environment = ''] = /\n {2}environment:\n([^]*?)\n {2}\w+:/.exec(app) ?? [];
  const names = [...environment.matchAll(/^ {4}([A-Z_0-9]+):/gm)].map(([, name]) => name);
  expect(names).toContain('DATABASE_URL');
  expect(Object.keys(settingsSchema.shape)).toEqual(expect.arrayContaining(names));
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
