import { expect, test, vi } from 'vitest';
import { everyDeal, type DealQuery, type DealSearchPage } from '../deal-search.ts';
import { noneFound } from '#test/none-found.ts';
import { PageCache } from './deal-search.ts';

const query = (text: string): DealQuery => ({ ...everyDeal, text });

const page = (total: number): DealSearchPage => ({ ...noneFound, total });

test('concurrent identical queries share one search', async () => {
  const cache = new PageCache();
  const ask = vi.fn<() => Promise<DealSearchPage>>(() => Promise.resolve(page(1)));
  const read = () => cache.read(query('sofa'), 24, null, ask);
  expect(await Promise.all([read(), read()])).toEqual([page(1), page(1)]);
  expect(await read()).toEqual(page(1));
  expect(ask).toHaveBeenCalledOnce();
});

test('another term, limit or cursor is another query', async () => {
  const cache = new PageCache();
  const ask = vi.fn<() => Promise<DealSearchPage>>(() => Promise.resolve(page(1)));
  await cache.read(query('sofa'), 24, null, ask);
  await cache.read(query('chair'), 24, null, ask);
  await cache.read(query('sofa'), 48, null, ask);
  await cache.read(query('sofa'), 24, 'next', ask);
  expect(ask).toHaveBeenCalledTimes(4);
});

test('a change clears the cache', async () => {
  const cache = new PageCache();
  await cache.read(query('sofa'), 24, null, () => Promise.resolve(page(1)));
  cache.clear();
  expect(await cache.read(query('sofa'), 24, null, () => Promise.resolve(page(2)))).toEqual(
    page(2),
  );
});

test('a failure is thrown and not cached', async () => {
  const cache = new PageCache();
  await expect(
    cache.read(query('sofa'), 24, null, () => Promise.reject(new Error('gone'))),
  ).rejects.toThrow('gone');
  expect(await cache.read(query('sofa'), 24, null, () => Promise.resolve(page(1)))).toEqual(
    page(1),
  );
});

test('the least recently used page is evicted first', async () => {
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
