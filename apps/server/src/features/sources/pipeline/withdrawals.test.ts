import { expect, test } from 'vitest';
import { decideWithdrawals, noteChangedIds, type ReadingFacts } from './withdrawals.ts';

const facts = (given: Partial<ReadingFacts> = {}): ReadingFacts => ({
  rows: 100,
  unreadable: 0,
  failed: new Map(),
  unconfirmed: false,
  allowShrink: false,
  ...given,
});
const shop = (part: string, present: number, missing: number) => ({ part, present, missing });

test('a shop that shrinks by itself keeps its deals, and the others do not', () => {
  const parts = [shop('a', 50, 44), shop('b', 100, 20), shop('small', 3, 3)];
  expect(decideWithdrawals(parts, facts())).toEqual({
    held: ['a'],
    note: { code: 'WITHDRAWALS_HELD_BACK', detail: 'a lost 44 of 50 deals.' },
  });
  expect(decideWithdrawals(parts, facts({ allowShrink: true }))).toEqual({ held: [], note: null });
});

test('a source of one shop is judged as a whole, elsewhere', () => {
  expect(decideWithdrawals([shop('a', 50, 44)], facts())).toEqual({ held: [], note: null });
});

test.each([
  [4, []],
  [5, 'all'],
])('%i of 100 rows without an id', (unreadable, held) => {
  expect(decideWithdrawals([shop('a', 50, 1)], facts({ unreadable }))).toMatchObject({ held });
});

test.each([
  [30, 9, []],
  [40, 11, []],
  [40, 12, 'all'],
])('of %i deals of a source that may have broken off %i are missing', (present, missing, held) => {
  const parts = [shop('a', present, missing)];
  expect(decideWithdrawals(parts, facts({ unconfirmed: true }))).toMatchObject({ held });
  expect(decideWithdrawals(parts, facts())).toMatchObject({ held: [] });
});

test('parts that failed keep their deals', () => {
  const parts = [shop('SOF', 50, 50), shop('VAR', 50, 1)];
  const failed = new Map([['SOF', 'It answered 500.']]);
  expect(decideWithdrawals(parts, facts({ failed }))).toEqual({
    held: ['SOF'],
    note: { code: 'PARTS_FAILED', detail: 'SOF: It answered 500.' },
  });
});

test.each([
  [9, 20, null],
  [10, 20, 'IDS_CHANGED'],
  [10, 200, null],
])('%i changed ids of %i', (changed, present, code) => {
  expect(noteChangedIds(changed, present)?.code ?? null).toBe(code);
});
