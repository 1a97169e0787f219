import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probeDataFolder } from './data-folder.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'izgodno-data-folder-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a writable folder is healthy, and no file is left in it', async () => {
  expect(await Promise.all([probeDataFolder(folder), probeDataFolder(folder)])).toEqual([
    { status: 'healthy' },
    { status: 'healthy' },
  ]);
  expect(await readdir(folder)).toEqual([]);
});

test('a folder that cannot be created is an error', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  expect(await probeDataFolder(path.join(file, 'data'))).toMatchObject({ status: 'error' });
});
