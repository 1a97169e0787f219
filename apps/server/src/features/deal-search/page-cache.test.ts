import { expect, test, vi } from 'vitest';
import { everyDeal, type DealQuery, type DealSearchPage } from '#ports/deal-search.ts';
import { PageCache } from './page-cache.ts';

const query = (text: string): DealQuery => ({ ...everyDeal, text });

const page = (total: number): DealSearchPage => ({
  hits: [],
  total,
  facets: { category: [], source: [], group: [], condition: [], location: [], price: [] },
  nextCursor: null,
  partial: false,
  correctedQuery: null,
});

test('the same question is asked once, however many wait for its answer', async () => {
  const cache = new PageCache();
  const ask = vi.fn<() => Promise<DealSearchPage>>(() => Promise.resolve(page(1)));
  const read = () => cache.read(query('sofa'), 24, null, ask);
  expect(await Promise.all([read(), read()])).toEqual([page(1), page(1)]);
  expect(await read()).toEqual(page(1));
  expect(ask).toHaveBeenCalledOnce();
});

test('another word, limit or cursor is another question', async () => {
  const cache = new PageCache();
  const ask = vi.fn<() => Promise<DealSearchPage>>(() => Promise.resolve(page(1)));
  await cache.read(query('sofa'), 24, null, ask);
  await cache.read(query('chair'), 24, null, ask);
  await cache.read(query('sofa'), 48, null, ask);
  await cache.read(query('sofa'), 24, 'next', ask);
  expect(ask).toHaveBeenCalledTimes(4);
});

test('after a change everything is asked anew', async () => {
  const cache = new PageCache();
  await cache.read(query('sofa'), 24, null, () => Promise.resolve(page(1)));
  cache.clear();
  expect(await cache.read(query('sofa'), 24, null, () => Promise.resolve(page(2)))).toEqual(
    page(2),
  );
});

test('a failure is told and not kept', async () => {
  const cache = new PageCache();
  await expect(
    cache.read(query('sofa'), 24, null, () => Promise.reject(new Error('gone'))),
  ).rejects.toThrow('gone');
  expect(await cache.read(query('sofa'), 24, null, () => Promise.resolve(page(1)))).toEqual(
    page(1),
  );
});

test('what was not asked for the longest goes first', async () => {
  const cache = new PageCache();
  const ask = vi.fn<() => Promise<DealSearchPage>>(() => Promise.resolve(page(1)));
  await cache.read(query('first'), 24, null, ask);
  await cache.read(query('second'), 24, null, ask);
  for (let other = 0; other < 1_998; other += 1) await cache.read(query(`${other}`), 24, null, ask);
  await cache.read(query('first'), 24, null, ask);
  await cache.read(query('one more'), 24, null, ask);
  ask.mockClear();
  await cache.read(query('first'), 24, null, ask);
  expect(ask).not.toHaveBeenCalled();
  await cache.read(query('second'), 24, null, ask);
  expect(ask).toHaveBeenCalledOnce();
});
