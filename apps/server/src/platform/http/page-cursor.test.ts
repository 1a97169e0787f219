import { describe, expect, test } from 'vitest';
import { cutPage, cutPageBy, readTimeCursor } from './page-cursor.ts';

const row = (number: number) => ({
  at: new Date(Date.UTC(2026, 10, 21) - number * 1_000),
  id: `01939f7e-6c00-7000-8000-00000000000${number}`,
});

describe('a page of rows', () => {
  test('has at most the limit, and a cursor after its last row while there are more', () => {
    const { rows, nextCursor } = cutPage([row(1), row(2), row(3), row(4)], 3);
    expect(rows).toEqual([row(1), row(2), row(3)]);
    expect(readTimeCursor(nextCursor ?? undefined)).toEqual(row(3));
  });

  test.each([
    ['as many rows as the limit', [row(1), row(2)]],
    ['fewer', [row(1)]],
    ['none', []],
  ])('is the last one with %s', (_, rows) => {
    expect(cutPage(rows, 2)).toEqual({ rows, nextCursor: null });
  });

  test('has the values of its last row by another order', () => {
    expect(cutPageBy([3, 5, 8], 2, (last) => ['seq', last])).toEqual({
      rows: [3, 5],
      nextCursor: '["seq",5]',
    });
  });

  test('of no rows has no cursor', () => {
    expect(cutPage([row(1)], 0)).toEqual({ rows: [], nextCursor: null });
  });
});

describe('a cursor', () => {
  test('is absent on the first page', () => {
    expect(readTimeCursor(undefined)).toBeNull();
  });

  test.each([
    '',
    'x',
    '{}',
    '[]',
    '["2026-11-21","x"]',
    '["yesterday","01939f7e-6c00-7000-8000-000000000001"]',
  ])('%s is rejected', (cursor) => {
    expect(() => readTimeCursor(cursor)).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });
});
