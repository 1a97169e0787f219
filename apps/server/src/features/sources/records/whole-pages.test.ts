import { expect, test } from 'vitest';
import { readEachPage, readWholePages } from './whole-pages.ts';

const { signal } = new AbortController();

/** Pages without end, which say so by `totalOf` their number; and how many were read. */
const endless = (totalOf: (page: number) => number) => {
  const asked: number[] = [];
  const read = async (number: number) => {
    asked.push(number);
    return { number, total: totalOf(number), items: [`of page ${number}`] };
  };
  return { asked, read };
};

const eachPage = (read: ReturnType<typeof endless>['read'], first = 1) =>
  Array.fromAsync(readEachPage({ what: 'The list', first, signal, failed: () => {} }, read));

test('a list that names one more page with each page ends', async () => {
  const { asked, read } = endless((page) => page + 1);
  await expect(eachPage(read)).rejects.toMatchObject({ code: 'SOURCE_ENDLESS' });
  expect(asked.length).toBeLessThan(200);
});

test('a list that names more pages than can be read ends at once', async () => {
  const { asked, read } = endless(() => 1e9);
  await expect(eachPage(read)).rejects.toThrow('names 1000000000 pages, at most 100000 are read');
  expect(asked).toEqual([1, 1]);
});

test('readings that each resume where the one before ended end, too', async () => {
  const { asked, read } = endless((page) => page + 1);
  await expect(eachPage(read, 99_990)).rejects.toMatchObject({ code: 'SOURCE_ENDLESS' });
  expect(Math.max(...asked)).toBeLessThanOrEqual(100_000);
});

test('a list that grows while it is read is read to its end', async () => {
  const { asked, read } = endless((page) => (page < 3 ? 4 : 6));
  expect(await eachPage(read)).toHaveLength(6);
  expect(asked).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a list that is read at once ends after a thousand pages', async () => {
  const { asked, read } = endless((page) => page + 1);
  const reading = Array.fromAsync(readWholePages('The list', read));
  await expect(reading).rejects.toMatchObject({ code: 'SOURCE_ENDLESS' });
  expect(new Set(asked).size).toBe(1_000);
});
