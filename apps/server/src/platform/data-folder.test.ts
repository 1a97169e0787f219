import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { canMount, mountSmallDisk } from '#test/small-disk.ts';
import { unmountBelow } from '../../../../scripts/remove-left-over.ts';
import { explainForeignFolder, explainUnwritable, probeDataFolder } from './data-folder.ts';

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

test('of a folder on a full disk the start and the health say that the disk is full', async (context) => {
  if (!(await canMount())) return context.skip('This account may not mount disks.');
  onTestFinished(() => unmountBelow(folder));
  const disk = await mountSmallDisk(path.join(folder, 'small'), 1);
  const small = path.join(folder, 'small', 'data');
  expect(await explainUnwritable(small)).toBeNull();
  await disk.fill();
  expect(await explainUnwritable(small)).toMatch(
    /small\/data cannot be written\. Its disk is full/,
  );
  expect(await probeDataFolder(small)).toEqual({
    status: 'error',
    detail: 'The data folder cannot be written. Its disk is full: free space on it.',
  });
});

test('root is kept from the folder of another account, which is named', async () => {
  expect(await explainForeignFolder(folder)).toBeNull();
  expect(await explainForeignFolder(path.join(folder, 'none'), 0)).toBeNull();
  if (process.getuid?.() === 0) await chown(folder, 4_321, 4_321);
  const owner = process.getuid?.() === 0 ? 4_321 : process.getuid?.();
  expect(await explainForeignFolder(folder, 0)).toContain(`belongs to the account ${owner},`);
  expect(await explainForeignFolder(folder, 1_234)).toBeNull();
});
