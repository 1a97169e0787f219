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

test('a page that is read now and then stays, and others are evicted', async () => {
  const cache = new PageCache();
  const ask = vi.fn<() => Promise<DealSearchPage>>(() => Promise.resolve(page(1)));
  const read = (text: string) => cache.read(query(text), 24, null, ask);
  await read('first');
  await read('second');
  for (let other = 0; other < 3_000; other += 1) {
    await read(`${other}`);
    if (other % 500 === 0) await read('first');
  }
  ask.mockClear();
  await read('first');
  expect(ask).not.toHaveBeenCalled();
  await read('second');
  expect(ask).toHaveBeenCalledOnce();
});
