import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everyDeal, type DealSearch } from '#features/search/deal-search.ts';
import { noneFound } from '#test/none-found.ts';
import { findAmong, SearchIncompleteError } from './find-among.ts';

interface Held {
  readonly id: number;
  readonly source: string;
  readonly price: number;
  readonly matches: boolean;
}

/** A search over some deals that records its queries. */
const searchOf = (held: readonly Held[], response: object = {}) => {
  let questions = 0;
  const search: DealSearch = {
    async search({ source: sources, minPrice, maxPrice }, limit, cursor) {
      questions += 1;
      const hits = held.filter(
        ({ source, price, matches }) =>
          matches &&
          sources.includes(source) &&
          price >= (minPrice ?? 0) &&
          price <= (maxPrice ?? Infinity),
      );
      const rest = hits.filter(({ id }) => cursor === null || id > Number(cursor));
      const page = rest.slice(0, limit);
      return {
        ...noneFound,
        hits: page.map(({ id }) => ({ id: String(id), version: 1 })),
        total: hits.length,
        nextCursor: page.length < rest.length ? String(page.at(-1)?.id) : null,
        ...response,
      };
    },
    suggest: async () => [],
  };
  return { search, asked: () => questions };
};

const heldDeals = fc
  .array(
    fc.record({
      source: fc.constantFrom('a', 'b'),
      price: fc.integer({ min: 0, max: 30 }),
      matches: fc.boolean(),
      isSought: fc.boolean(),
    }),
    { maxLength: 900, size: 'max' },
  )
  .map((deals) => deals.map((deal, at) => ({ ...deal, id: at + 1 })));

test('finds those of the given deals that the search finds, each once', async () => {
  await fc.assert(
    fc.asyncProperty(heldDeals, async (held) => {
      const sought = held.filter(({ isSought }) => isSought);
      const found = await findAmong(searchOf(held).search, everyDeal, sought);
      expect(found.toSorted((one, other) => one - other)).toEqual(
        sought.filter(({ matches }) => matches).map(({ id }) => id),
      );
    }),
    { numRuns: 30 },
  );
});

test('asks once if few are found, and far less often than there are deals', async () => {
  const held = Array.from({ length: 5_000 }, (_, id) => ({
    id,
    source: 'a',
    price: id % 1_000,
    matches: true,
  }));
  const many = searchOf(held);
  expect(await findAmong(many.search, everyDeal, held)).toHaveLength(5_000);
  expect(many.asked()).toBeLessThan(200);

  const few = searchOf(held.map((deal) => ({ ...deal, matches: deal.id < 50 })));
  expect(await findAmong(few.search, everyDeal, held)).toHaveLength(50);
  expect(few.asked()).toBe(1);
});

test.each([{ correctedQuery: 'bicycle' }, { dropped: ['bicycle'] }])(
  'finds nothing by other words: %o',
  async (page) => {
    const held = [{ id: 1, source: 'a', price: 1, matches: true }];
    const { search } = searchOf(held, page);
    expect(await findAmong(search, everyDeal, held)).toEqual([]);
  },
);

test('does not trust a search that does not know all deals yet', async () => {
  const held = [{ id: 1, source: 'a', price: 1, matches: true }];
  const { search } = searchOf(held, { partial: true });
  await expect(findAmong(search, everyDeal, held)).rejects.toThrow(SearchIncompleteError);
});
