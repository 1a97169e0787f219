import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

let base = '';
beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'izgodno-make-base-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

test('creates a folder with its parents, also several times at once', async () => {
  const folder = path.join(base, 'a', 'b', 'c');
  await Promise.all([
    makeFolder(folder, { mode: 0o700 }),
    makeFolder(folder, { mode: 0o700 }),
    makeFolder(path.join(base, 'a', 'b', 'd')),
  ]);
  await makeFolder(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('names a folder that a file or a link to nothing keeps from being created', async () => {
  const file = path.join(base, 'file');
  await writeFile(file, '');
  await expect(makeFolder(file)).rejects.toThrow('EEXIST');
  await expect(makeFolder(path.join(file, 'below'))).rejects.toThrow('ENOTDIR');
});

test.skipIf(!existsSync('/proc/self'))('ends where the system allows no folders', async () => {
  for (const folder of ['/proc/x', '/proc/x/y/z'])
    await expect(makeFolder(folder)).rejects.toThrow(
      'The folder /proc/x cannot be created in /proc.',
    );
});
