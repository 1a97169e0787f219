import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortOrders, type SortOrder } from '@izgodno/contract/deals/vocabulary';
import { compareKeys } from '../ordering.ts';
import { compactColumns, createColumns } from './columns.ts';
import {
  firstRankAfter,
  firstRowAfter,
  LowestRanks,
  rankInOrder,
  primaryAtRank,
  primaryOf,
  rowAtRank,
} from './top-rows.ts';

/** A segment with these deals, newest first. */
const segmentOf = (deals: readonly { readonly postedAt: number; readonly id: number }[]) => {
  const sorted = deals.toSorted((a, b) =>
    compareKeys('newest', { primary: 0, ...a }, { primary: 0, ...b }),
  );
  const columns = createColumns(sorted.length);
  for (const [row, { postedAt, id }] of sorted.entries()) {
    columns.postedAt[row] = postedAt;
    columns.ids[row] = id;
  }
  return { columns: compactColumns(columns), size: sorted.length, sorted };
};

describe('the first row after a deal', () => {
  const segment = segmentOf([
    { postedAt: 30, id: 5 },
    { postedAt: 20, id: 9 },
    { postedAt: 20, id: 7 },
    { postedAt: 20, id: 3 },
    { postedAt: 10, id: 1 },
  ]);

  test.each([
    ['newer than all', { postedAt: 40, id: 1 }, 0],
    ['the newest', { postedAt: 30, id: 5 }, 1],
    ['between two times', { postedAt: 25, id: 8 }, 1],
    ['the first of a time', { postedAt: 20, id: 9 }, 2],
    ['within a time', { postedAt: 20, id: 8 }, 2],
    ['the last of a time', { postedAt: 20, id: 3 }, 4],
    ['the oldest', { postedAt: 10, id: 1 }, 5],
    ['older than all', { postedAt: 1, id: 9 }, 5],
  ])('%s', (_, after, row) => {
    expect(firstRowAfter(segment, after)).toBe(row);
  });

  test('is where all rows that come later begin', () => {
    const deal = fc.record({ postedAt: fc.nat({ max: 4 }), id: fc.nat({ max: 20 }) });
    const deals = fc.uniqueArray(deal, { maxLength: 20, selector: ({ id }) => id });
    fc.assert(
      fc.property(deals, deal, (given, after) => {
        const { sorted, ...segment } = segmentOf(given);
        const earlier = sorted.filter(
          (one) => compareKeys('newest', { primary: 0, ...one }, { primary: 0, ...after }) <= 0,
        );
        expect(firstRowAfter(segment, after)).toBe(earlier.length);
      }),
    );
  });
});

const ascends = (sort: SortOrder, first: number, second: number): void => {
  expect(rankInOrder(sort, first, 9)).toBeLessThan(rankInOrder(sort, second, 0));
  expect(rankInOrder(sort, first, 0)).toBeLessThan(rankInOrder(sort, first, 1));
};

describe('a place in an order', () => {
  test.each(sortOrders)('of %s has its row and its rank', (sort) => {
    const rank = rankInOrder(sort, 1_234, 77);
    expect([rowAtRank(rank), primaryAtRank(sort, rank)]).toEqual([77, 1_234]);
  });

  test('ascends with the price and the total, descends with everything else', () => {
    for (const sort of sortOrders)
      if (sort === 'price_asc' || sort === 'total_asc') ascends(sort, 1, 2);
      else ascends(sort, 2, 1);
    expect(rankInOrder('rating', 2 ** 31 - 1, 5)).toBe(5);
  });

  test('after a deal begins at the rows that come later', () => {
    const segment = segmentOf([
      { postedAt: 2, id: 2 },
      { postedAt: 1, id: 1 },
    ]);
    const after = { primary: 40, postedAt: 2, id: 2 };
    expect(firstRankAfter(segment, 'rating', after)).toBe(rankInOrder('rating', 40, 1));
  });
});

test('the primary value of a row is its price, its rating or its score', () => {
  const columns = createColumns(2);
  columns.prices[1] = 500;
  columns.totals[1] = 900;
  columns.rating[1] = 45;
  const of = (sort: SortOrder, row = 1) => primaryOf(sort, compactColumns(columns), row, 7);
  expect(of('relevance')).toBe(7);
  expect(of('rating')).toBe(45);
  expect(of('newest')).toBe(0);
  expect([of('price_asc'), of('price_desc'), of('total_asc')]).toEqual([500, 500, 900]);
  expect([of('rating', 9), of('price_asc', 9)]).toEqual([0, 0]);
});

describe('the lowest places', () => {
  test('are the lowest of all offered, in ascending order', () => {
    const positions = fc.array(fc.nat({ max: 50 }), { maxLength: 60 });
    fc.assert(
      fc.property(positions, fc.integer({ min: 1, max: 12 }), (offered, capacity) => {
        const lowest = new LowestRanks(capacity);
        for (const rank of offered) lowest.offer(rank);
        const expected = offered.toSorted((a, b) => a - b).slice(0, capacity);
        expect([...lowest.ascending()]).toEqual(expected);
        expect(lowest.isFull).toBe(offered.length >= capacity);
        expect(lowest.highest).toBe(offered.length >= capacity ? expected.at(-1) : Infinity);
      }),
    );
  });

  test('may be none', () => {
    const lowest = new LowestRanks(0);
    lowest.offer(1);
    expect([...lowest.ascending()]).toEqual([]);
    expect(lowest.highest).toBe(-Infinity);
  });
});
