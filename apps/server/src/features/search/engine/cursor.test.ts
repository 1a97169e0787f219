import { expect, test } from 'vitest';
import { sortOrders } from '@izgodno/contract/deals/vocabulary';
import { InvalidCursorError } from '../deal-search.ts';
import { readCursor, writeCursor } from './cursor.ts';

const after = { primary: 12, postedAt: 1_780_000_000_000_001, id: 7 };

test.each(sortOrders)('a cursor of the order %s is read as it was written', (sort) => {
  expect(readCursor(sort, writeCursor(sort, after))).toEqual(after);
});

test('the first page has none', () => {
  expect(readCursor('newest', null)).toBeNull();
});

test.each(['', 'x', '[]', '["newest",1,2]', '["newest",1,2,"3"]', '["oldest",1,2,3]'])(
  '%s is malformed',
  (cursor) => {
    expect(() => readCursor('newest', cursor)).toThrow(
      new InvalidCursorError('The cursor is malformed.'),
    );
  },
);

test('a cursor of another order is rejected', () => {
  expect(() => readCursor('rating', writeCursor('newest', after))).toThrow(
    new InvalidCursorError('The cursor is one of the order newest.'),
  );
});
