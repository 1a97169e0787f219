import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sortOrders } from '@izgodno/contract/deals/vocabulary';
import { everyDeal, type DealQuery, type DealSearch } from '../../deal-search.ts';
import { DealIndex } from '../index/deal-index.ts';
import { dealsTitled, manyDeals, someLimits } from '../index/deals.test-data.ts';
import { everyByte } from '../index/filter-columns.ts';
import type { SearchableDeal } from '../searchable-deal.ts';
import { IndexFeeds } from './index-feed.ts';
import { ReaderThread } from './reader-thread.ts';
import { IndexUnavailableError, type SearchThread } from './search-thread.ts';

/** Longer than any test: merges end in one step. */
const WHOLE_MERGE = 600_000;

const feeds = new IndexFeeds();
const deaths: number[] = [];
let readers: readonly ReaderThread[];

beforeAll(() => {
  readers = [2, 3].map(
    (number) =>
      new ReaderThread({
        number,
        writer: { connect: (port) => feeds.connect(port) },
        onDeath: (_error, restartIn) => void deaths.push(restartIn),
      }),
  );
});

afterAll(() => Promise.all(readers.map((reader) => reader.close())));

const threads = (): readonly SearchThread[] =>
  readers.flatMap(({ ready }) => (ready === null ? [] : [ready]));

const words = ['sofa', 'sofas', 'диван', 'Softy', 'red', 'червен', 'S24', 'sfoa', 'чер'];
const someText = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
  .map((list) => list.join(' '));

const someDeal: fc.Arbitrary<SearchableDeal> = fc
  .record({
    id: fc.integer({ min: 1, max: 60 }),
    version: fc.nat(),
    title: someText,
    brand: fc.constantFrom(null, 'softy', 'hardy'),
    category: fc.constantFrom('furniture', 'food', 'electronics'),
    source: fc.constantFrom('shop', 'board', 'market'),
    location: fc.constantFrom(null, 'varna', 'ruse'),
    offer: fc.constantFrom(null, 'sale', 'rent'),
    price: fc.constantFrom(100, 499, 500, 70_000),
    total: fc.constantFrom(100, 600, 70_000),
    bytes: fc.constantFrom(0, 1, 30),
    inStock: fc.boolean(),
    postedAt: fc.integer({ min: 1_700_000_000_000_000, max: 1_900_000_000_000_000 }),
  })
  .chain(({ bytes, title, ...deal }) =>
    fc.constantFrom(...dealsTitled([title])).map((plain) =>
      Object.assign(
        plain,
        deal,
        everyByte(() => bytes),
      ),
    ),
  );

const orNone = <Value>(value: Value) => fc.constantFrom<readonly Value[]>([], [], [value]);

const someQuery: fc.Arbitrary<DealQuery> = fc
  .record({
    text: fc.oneof(
      fc.constant(''),
      someText,
      someText.map((text) => `"${text}"`),
    ),
    category: orNone('furniture' as const),
    source: orNone('shop'),
    brand: orNone('softy'),
    brands: fc.boolean(),
    location: orNone('varna'),
    offer: orNone('rent' as const),
    maxPrice: fc.constantFrom(null, 499),
    minTotal: fc.constantFrom(null, 600),
    sort: fc.constantFrom(...sortOrders),
    ...someLimits(),
  })
  .map((query) => Object.assign({}, everyDeal, query));

const someStep = fc.record({
  changed: fc.uniqueArray(someDeal, { maxLength: 12, selector: ({ id }) => id }),
  removed: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }),
  merges: fc.boolean(),
  queries: fc.array(someQuery, { minLength: 1, maxLength: 4 }),
  typed: fc.constantFrom('so', 'чер', 'furn'),
});

const LIMIT = 5;

/** The index of this thread, asked like one of another. */
const inThisThread = (index: DealIndex): DealSearch => ({
  search: (query, limit, cursor) => Promise.resolve(index.search(query, limit, cursor)),
  suggest: (text, limit) => Promise.resolve(index.suggest(text, limit)),
});

const searchAll = (search: DealSearch, queries: readonly DealQuery[]) =>
  Promise.all(queries.map((query) => search.search(query, LIMIT, null)));

/** The pages of the queries, the second page of each, and suggestions. */
const searchAndSuggest = async (
  search: DealSearch,
  queries: readonly DealQuery[],
  typed: string,
) => {
  const pages = await searchAll(search, queries);
  const seconds = queries.map((query, at) =>
    search.search(query, LIMIT, pages[at]?.nextCursor ?? null),
  );
  return [pages, await Promise.all(seconds), await search.suggest(typed, LIMIT)];
};

test('all threads answer like one, whatever changes between and during searches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 2, maxLength: 6 }), async (steps) => {
      const index = new DealIndex();
      const own = inThisThread(index);
      await feeds.send(index);
      for (const { changed, removed, merges, queries, typed } of steps) {
        const before = await searchAll(own, queries);
        const during = threads().map((thread) => searchAll(thread, queries));
        index.apply(changed, removed);
        if (merges) while (index.mergeStep(WHOLE_MERGE));
        await feeds.send(index);
        const after = await searchAll(own, queries);
        for (const pages of await Promise.all(during)) {
          for (const [at, page] of pages.entries()) {
            expect([before[at], after[at]]).toContainEqual(page);
          }
        }
        const expected = await searchAndSuggest(own, queries, typed);
        const found = threads().map((thread) => searchAndSuggest(thread, queries, typed));
        for (const pages of await Promise.all(found)) expect(pages).toEqual(expected);
      }
      expect(threads()).toHaveLength(2);
    }),
    { numRuns: 20 },
  );
});

test('a thread that dies is replaced by one that has the whole index', async () => {
  const index = new DealIndex();
  index.apply(manyDeals(10), []);
  await feeds.send(index);
  const [first] = threads();
  // A number as a source's name makes the thread fail.
  const deadly: DealQuery = { ...everyDeal, source: JSON.parse('[5]') };
  await expect(first?.search(deadly, LIMIT, null)).rejects.toThrow(IndexUnavailableError);
  expect(deaths).toEqual([1_000]);
  expect(threads()).toHaveLength(1);

  index.apply([], [3]);
  await feeds.send(index);
  await expect.poll(() => threads().length).toBe(2);
  for (const thread of threads()) {
    expect(await thread.search(everyDeal, LIMIT, null)).toMatchObject({ total: 9 });
  }
});
