import { expect, test } from 'vitest';
import { createFlushers } from './flush-along.ts';

/** A file whose flushes end when the test says so. */
const createFile = () => {
  const flushes: PromiseWithResolvers<void>[] = [];
  return {
    flushes,
    datasync: () => {
      const flush = Promise.withResolvers<void>();
      flushes.push(flush);
      return flush.promise;
    },
  };
};

test('at most as many files are flushed concurrently as there are places, each once at a time', async () => {
  const flusherOf = createFlushers(2);
  const files = [createFile(), createFile(), createFile()] as const;
  const [first, second, third] = files.map(flusherOf);
  const begun = () => files.map(({ flushes }) => flushes.length);
  for (const bytes of [1, 2]) for (const each of [first, second, third]) each?.wrote(bytes);
  expect(begun()).toEqual([1, 1, 0]);
  files[0].flushes[0]?.resolve();
  await first?.settled();
  third?.wrote(2);
  first?.wrote(3);
  expect(begun()).toEqual([1, 1, 1]);
});

test('flushed bytes are not flushed again', async () => {
  const file = createFile();
  const flusher = createFlushers()(file);
  flusher.wrote(1);
  file.flushes[0]?.resolve();
  await flusher.settled();
  flusher.wrote(1);
  expect(file.flushes).toHaveLength(1);
});

test('a failed flush is reported at the end, though later ones succeed, and frees its place', async () => {
  const flusherOf = createFlushers(1);
  const file = createFile();
  const flusher = flusherOf(file);
  flusher.wrote(1);
  file.flushes[0]?.reject(new Error('EIO'));
  await expect(flusher.settled()).rejects.toThrow('EIO');
  flusher.wrote(2);
  expect(file.flushes).toHaveLength(2);
  file.flushes[1]?.resolve();
  await expect(flusher.settled()).rejects.toThrow('EIO');
  const other = createFile();
  flusherOf(other).wrote(1);
  expect(other.flushes).toHaveLength(1);
});
