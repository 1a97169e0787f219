import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { useTemporaryFolders } from '#test/temporary-folders.ts';
import { DealIndex } from '../index/deal-index.ts';
import { manyDeals } from '../index/deals.test-data.ts';
import { readSnapshot, UnusableSnapshotError, writeSnapshot } from './snapshot.ts';

const makeFolder = useTemporaryFolders();
let folder: string;
const followed = { position: { snapshot: '10:20:10,12', timeline: '00000001' } };

const indexOf = (count: number): DealIndex => {
  const index = new DealIndex();
  index.apply(manyDeals(count), []);
  return index;
};

const file = async (): Promise<string> => path.join(folder, (await readdir(folder))[0] ?? '');

beforeEach(async () => {
  folder = await makeFolder();
});

test('without a file there is no snapshot', async () => {
  expect(await readSnapshot(path.join(folder, 'none'), 'v1')).toBeNull();
});

test('a written snapshot can be read, including deletions', async () => {
  const index = indexOf(10);
  index.apply([], [3]);
  await writeSnapshot(folder, 'v1', { index, ...followed });
  const read = await readSnapshot(folder, 'v1');
  expect(read).toMatchObject(followed);
  expect(read?.index.size).toBe(9);
  expect(read?.index.versionOf(3)).toBeUndefined();
  expect(read?.index.versionOf(4)).toBe(index.versionOf(4));
  expect(await readdir(folder)).toHaveLength(1);
});

test('segments are read as they were written, with columns of any width', async () => {
  const index = new DealIndex();
  index.apply(manyDeals(300), []);
  const others = manyDeals(300).map((deal, at) =>
    Object.assign(deal, {
      id: deal.id + 1_000,
      source: `shop ${at}`,
      location: `town ${at}`,
      brandName: `Brand ${at}`,
      postedAt: deal.postedAt - at * 10 ** 13,
    }),
  );
  index.apply(others, []);
  await writeSnapshot(folder, 'v1', { index, ...followed });
  const read = await readSnapshot(folder, 'v1');
  const segments = index.segments.map(({ parts }) => parts);
  expect(read?.index.segments.map(({ parts }) => parts)).toEqual(segments);
  expect(segments.map(({ columns }) => columns.sources.BYTES_PER_ELEMENT)).toEqual([1, 2]);
});

test('a snapshot made by other code is rejected', async () => {
  await writeSnapshot(folder, 'v1', { index: indexOf(1), ...followed });
  await expect(readSnapshot(folder, 'v2')).rejects.toThrow(UnusableSnapshotError);
});

test('a changed byte or a missing end is detected', async () => {
  await writeSnapshot(folder, 'v1', { index: indexOf(3), ...followed });
  const good = await readFile(await file());
  for (let at = 0; at < good.length; at += 7) {
    const bad = Buffer.from(good);
    bad[at] = (bad[at] ?? 0) ^ 0x10;
    await writeFile(await file(), bad);
    await expect(readSnapshot(folder, 'v1'), `byte ${at}`).rejects.toThrow(UnusableSnapshotError);
    await writeFile(await file(), good.subarray(0, at));
    await expect(readSnapshot(folder, 'v1'), `length ${at}`).rejects.toThrow(UnusableSnapshotError);
  }
});

test('if the writer is killed, either the former snapshot or the new one is complete', async () => {
  const writer = fileURLToPath(new URL('endless-writer.test-data.ts', import.meta.url));
  for (let round = 0; round < 6; round += 1) {
    const child = spawn(process.execPath, [writer, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await sleep(round * 7);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const read = await readSnapshot(folder, 'v1');
    expect(read?.index.size).toBe(Number(read?.position.snapshot));
  }
  // Each of the six processes takes ten seconds to start on a machine that is busy with other tests.
}, 180_000);
