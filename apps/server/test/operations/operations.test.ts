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
  const [, app = ''] = /\n {2}app:\n([^]*?)\n {2}\w+:\n/.exec(text) ?? [];
  const [, environment = ''] = /\n {4}environment:\n([^]*?)\n {4}\w+:/.exec(app) ?? [];
  const names = [...environment.matchAll(/^ {6}([A-Z_0-9]+):/gm)].map(([, name]) => name);
  expect(names).toContain('DATABASE_URL');
  expect(Object.keys(settingsSchema.shape)).toEqual(expect.arrayContaining(names));
});
