import { expect, test } from 'vitest';
import { cutShortList } from './short-list.ts';

const row = (id: string, second: number) => ({
  id,
  createdAt: new Date(Date.UTC(2026, 10, 21, 0, 0, second)).toISOString(),
});
/** Latest first; b and c are of the same time. */
const rows = [row('a', 9), row('b', 5), row('c', 5), row('d', 1)];

const page = (listed: typeof rows, limit: number, cursor?: string | null) => {
  const cut = cutShortList(listed, { limit, cursor: cursor ?? undefined }, ({ createdAt, id }) => [
    createdAt,
    id,
  ]);
  return { ids: cut.rows.map(({ id }) => id).join(''), nextCursor: cut.nextCursor };
};

test('is read whole, or page by page', () => {
  expect(page(rows, 4)).toEqual({ ids: 'abcd', nextCursor: null });
  const first = page(rows, 2);
  expect(first).toEqual({ ids: 'ab', nextCursor: expect.any(String) });
  const second = page(rows, 1, first.nextCursor);
  expect(second.ids).toBe('c');
  expect(page(rows, 1, second.nextCursor)).toEqual({ ids: 'd', nextCursor: null });
});

test('goes on at the next older row if the one of the cursor was removed', () => {
  const { nextCursor } = page(rows, 1);
  expect(page(rows.slice(1), 4, nextCursor).ids).toBe('bcd');
  const last = page(rows, 3).nextCursor;
  expect(page(rows.slice(0, 2), 4, last)).toEqual({ ids: '', nextCursor: null });
});

test('rejects a cursor of another list', () => {
  expect(() => page(rows, 1, '[1]')).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
});
