import { execFileSync } from 'node:child_process';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { describeObjectStore } from '#test/object-store-suite.ts';
import { useTemporaryFolders } from '#test/temporary-folders.ts';
import type { ReadFreeBytes } from './disk-room.ts';
import { createFolderStore } from './folder-store.ts';

const makeFolder = useTemporaryFolders();

describeObjectStore('a folder', async () => createFolderStore({ folder: await makeFolder() }));

test('a disk without room rejects a file before its first byte', async () => {
  const store = createFolderStore({
    folder: await makeFolder(),
    freeBytes: () => Promise.resolve(300 * 1024 * 1024),
  });
  const content = Readable.from([Buffer.from('x')]);
  await expect(
    store.write('some-file', content, { expectedSize: 100 * 1024 * 1024 }),
  ).rejects.toMatchObject({ reason: 'full' });
  await expect(store.write('other-file', Readable.from([Buffer.from('x')]))).resolves.toEqual({
    size: 1,
  });
});

test('a disk that becomes full in the middle of a file reports it, and keeps nothing of the file', async ({
  skip,
}) => {
  const folder = await makeFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    process.stderr.write('\nSKIPPED: a disk that is full. It takes the right to mount one.\n\n');
    skip();
  }
  try {
    const store = createFolderStore({ folder, freeBytes: () => Promise.resolve(Infinity) });
    await store.write('small-file', Readable.from([Buffer.alloc(100_000)]));
    const large = Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(100_000, 1)));
    await expect(store.write('large-file', large)).rejects.toMatchObject({ reason: 'full' });
    expect(await store.size('large-file')).toBeNull();
    expect(await store.countUnfinished()).toBe(0);
    // The room is free again, and other objects are intact.
    await store.write('other-file', Readable.from([Buffer.alloc(1_000_000)]));
    expect(await store.size('small-file')).toBe(100_000);
  } finally {
    execFileSync('umount', [folder]);
  }
});

test('a folder that cannot be read is unavailable, not empty', async () => {
  const folder = await makeFolder();
  const store = createFolderStore({ folder });
  // Whatever the account of the test may read: a file is no folder.
  for (const name of ['objects', 'incoming']) await writeFile(path.join(folder, name), '');
  const unavailable = { reason: 'unavailable' };
  await expect(Array.fromAsync(store.keys())).rejects.toMatchObject(unavailable);
  await expect(store.countUnfinished()).rejects.toMatchObject(unavailable);
  await expect(store.sweep(Date.now())).rejects.toMatchObject(unavailable);
  await expect(store.size('some-file')).rejects.toMatchObject(unavailable);
});

test('what others put into the folder is no object', async () => {
  const folder = await makeFolder();
  const store = createFolderStore({ folder });
  await store.write('some-file', Readable.from(['text']));
  for (const name of ['.DS_Store', 'Read me.txt'])
    await writeFile(path.join(folder, 'objects', name), '');
  expect(await Array.fromAsync(store.keys())).toEqual(['some-file']);
});

test('files that follow each other are written from the same memory', async () => {
  const store = createFolderStore({ folder: await makeFolder() });
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow');
  const lengths = [3, 1, 5];
  for (const length of lengths) {
    const pieces = Array.from({ length }, () => Buffer.alloc(700_000, length));
    await store.write(`file-of-${length}`, Readable.from(pieces));
  }
  const blocks = allocate.mock.calls.filter(([size]) => size >= 700_000);
  allocate.mockRestore();
  // A block that takes a second to fill, on a busy machine, makes room for one more.
  expect(blocks.length).toBeLessThan(5);
  for (const length of lengths)
    expect(await store.size(`file-of-${length}`)).toBe(length * 700_000);
});

test('the memory of files that fail is used again, and no more is held because of them', async () => {
  const freeBytes = vi.fn<ReadFreeBytes>(async () => 0);
  const store = createFolderStore({ folder: await makeFolder(), freeBytes });
  const names = Array.from({ length: 6 }, (_, index) => `file-${index}`);
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow');
  const allocated = () => allocate.mock.calls.filter(([size]) => size >= 700_000).length;
  for (const name of names) {
    freeBytes.mockResolvedValueOnce(Infinity);
    const writing = store.write(name, Readable.from([Buffer.from('x')]));
    await expect(writing).rejects.toMatchObject({ reason: 'full' });
  }
  expect(allocated()).toBe(1);
  freeBytes.mockResolvedValue(Infinity);
  for (const expected of [6, 10]) {
    const contents = names.map(() => new PassThrough());
    const writing = contents.map((content, index) => store.write(names[index] ?? '', content));
    for (const content of contents) content.write('x');
    const areRead = () => contents.every(({ readableLength }) => readableLength === 0);
    await expect.poll(areRead, { timeout: 30_000 }).toBe(true);
    for (const content of contents) content.end();
    await Promise.all(writing);
    expect(allocated()).toBe(expected);
  }
  allocate.mockRestore();
});

test('objects are distributed over folders by their key', async () => {
  const folder = await makeFolder();
  const store = createFolderStore({ folder });
  for (let index = 0; index < 20; index += 1) {
    await store.write(`file-${index}`, Readable.from([Buffer.from('x')]));
  }
  const shards = await readdir(path.join(folder, 'objects'));
  expect(shards.length).toBeGreaterThan(10);
});

test('a sweep removes what a crash left, and nothing younger', async () => {
  const folder = await makeFolder();
  const store = createFolderStore({ folder });
  const incoming = path.join(folder, 'incoming');
  await mkdir(incoming, { recursive: true });
  for (const [name, age] of [
    ['old', 7_200],
    ['young', 60],
  ] as const) {
    const file = path.join(incoming, `${name}~0`);
    await writeFile(file, 'half a file');
    const time = Date.now() / 1000 - age;
    await utimes(file, time, time);
  }
  expect(await store.countUnfinished()).toBe(2);
  expect(await store.sweep(Date.now() - 3_600_000)).toBe(1);
  expect(await readdir(incoming)).toEqual(['young~0']);
  await store.remove(['young']);
  expect(await store.countUnfinished()).toBe(0);
});

test('a file on the same disk is adopted without copying', async () => {
  const folder = await makeFolder();
  const store = createFolderStore({ folder });
  const file = path.join(folder, 'partial');
  await writeFile(file, 'whole');
  await store.adopt('some-file', file);
  expect(await store.size('some-file')).toBe(5);
  expect(await readdir(folder)).not.toContain('partial');
});
