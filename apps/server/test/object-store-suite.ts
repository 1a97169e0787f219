import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { ObjectStore } from '#platform/object-store/object-store.ts';

/** Bytes of a part: S3's minimum, so that a few megabytes are several parts. */
export const SUITE_PART_SIZE = 5 * 1024 * 1024;

const streamOf = (bytes: Buffer, pieces = 64 * 1024): Readable => {
  const generate = function* generate() {
    for (let start = 0; start < bytes.length; start += pieces) {
      yield bytes.subarray(start, start + pieces);
    }
  };
  return Readable.from(generate(), { objectMode: false, highWaterMark: pieces });
};

/** A stream that gives some bytes and then fails. */
const breakingAfter = (size: number, error: Error): Readable =>
  Readable.from(
    (async function* generate() {
      for (let given = 0; given < size; given += 64 * 1024) yield Buffer.alloc(64 * 1024, given);
      await sleep(5);
      throw error;
    })(),
    { objectMode: false },
  );

const readAll = async (stream: Readable | null): Promise<Buffer | null> =>
  stream === null ? null : buffer(stream);

const keysOf = async (store: ObjectStore): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of store.keys()) keys.push(key);
  return keys.toSorted();
};

/** The requirements of every object store. Each test starts with an empty one. */
export const describeObjectStore = (name: string, open: () => Promise<ObjectStore>): void => {
  describe(`${name} as an object store`, () => {
    test.for([
      0,
      1,
      SUITE_PART_SIZE - 1,
      SUITE_PART_SIZE,
      SUITE_PART_SIZE + 1,
      3 * SUITE_PART_SIZE + 17,
    ])('%i bytes are stored bit for bit', async (size) => {
      const store = await open();
      const bytes = randomBytes(size);
      expect(await store.write('some-file', streamOf(bytes))).toEqual({ size });
      expect(await store.size('some-file')).toBe(size);
      expect((await readAll(await store.read('some-file')))?.equals(bytes)).toBe(true);
      expect(await keysOf(store)).toEqual(['some-file']);
      expect(await store.countUnfinished()).toBe(0);
    });

    test('a range is the bytes from its start to its end', async () => {
      const store = await open();
      const bytes = randomBytes(SUITE_PART_SIZE + 100);
      await store.write('some-file', streamOf(bytes));
      for (const [start, end] of [
        [0, 0],
        [10, 19],
        [SUITE_PART_SIZE - 5, SUITE_PART_SIZE + 5],
        [bytes.length - 1, bytes.length - 1],
      ] as const) {
        const read = await readAll(await store.read('some-file', { start, end }));
        expect(read?.equals(bytes.subarray(start, end + 1))).toBe(true);
      }
    });

    test('a missing object is null, and removing it does nothing', async () => {
      const store = await open();
      expect(await store.read('nothing')).toBeNull();
      expect(await store.size('nothing')).toBeNull();
      await expect(store.remove(['nothing'])).resolves.toBeUndefined();
    });

    test('removed objects are missing, others stay', async () => {
      const store = await open();
      for (const key of ['one', 'one.small.webp', 'two']) {
        await store.write(key, streamOf(Buffer.from(key)));
      }
      await store.remove(['one', 'one.small.webp']);
      expect(await keysOf(store)).toEqual(['two']);
    });

    test.for([100_000, 2 * SUITE_PART_SIZE, 4 * SUITE_PART_SIZE])(
      'a source that fails after %i bytes leaves nothing, and its error is thrown',
      async (size) => {
        const store = await open();
        const broken = new Error('The line was cut.');
        await expect(store.write('some-file', breakingAfter(size, broken))).rejects.toBe(broken);
        expect(await keysOf(store)).toEqual([]);
        expect(await store.countUnfinished()).toBe(0);
      },
    );

    test.for([0, 3 * SUITE_PART_SIZE])('an abort after %i bytes leaves nothing', async (size) => {
      const store = await open();
      const abort = new AbortController();
      const reason = new Error('Somebody cancelled.');
      const endless = Readable.from(
        (async function* generate() {
          for (let given = 0; ; given += 64 * 1024) {
            if (given >= size) {
              setImmediate(() => abort.abort(reason));
              await sleep(10);
            }
            yield Buffer.alloc(64 * 1024, 1);
          }
        })(),
        { objectMode: false },
      );
      await expect(store.write('some-file', endless, { signal: abort.signal })).rejects.toBe(
        reason,
      );
      expect(await keysOf(store)).toEqual([]);
      expect(await store.countUnfinished()).toBe(0);
    });

    test('concurrent writes do not affect each other', async () => {
      const store = await open();
      const files = Array.from({ length: 8 }, (_, index) => randomBytes(SUITE_PART_SIZE + index));
      await Promise.all(files.map((bytes, index) => store.write(`file-${index}`, streamOf(bytes))));
      for (const [index, bytes] of files.entries()) {
        expect((await readAll(await store.read(`file-${index}`)))?.equals(bytes)).toBe(true);
      }
    });

    test('a key that could escape the store is rejected', async () => {
      const store = await open();
      for (const key of ['', '.', '..', '../up', 'a/b', 'a..b', 'Ä', 'a\0', 'A', 'x'.repeat(200)]) {
        await expect(store.read(key)).rejects.toThrow(TypeError);
        await expect(store.write(key, streamOf(Buffer.from('x')))).rejects.toThrow(TypeError);
      }
    });

    test('it is healthy', async () => {
      expect(await (await open()).health()).toEqual({ status: 'healthy' });
    });
  });
};
