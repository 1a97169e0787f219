import { expect, test } from 'vitest';
import { RecentMap } from './recent-map.ts';

const valuesOf = (map: RecentMap<string, number>, keys: string) =>
  keys.split('').map((key) => map.get(key) ?? 0);

test('a used entry stays, and one that is not used goes', () => {
  const map = new RecentMap<string, number>(4);
  map.set('a', 1);
  map.set('b', 2);
  map.set('c', 3);
  expect(map.get('a')).toBe(1);
  map.set('d', 4);
  expect(valuesOf(map, 'abcd')).toEqual([1, 0, 3, 4]);
});

test('never has more entries than its capacity, nor fewer than the newest half of it', () => {
  for (let length = 1; length <= 40; length += 1) {
    const map = new RecentMap<number, number>(10);
    const keys = Array.from({ length }, (_, index) => index);
    for (const key of keys) map.set(key, key);
    // The newest first, because reading is a use, too.
    const remaining = keys.toReversed().filter((key) => map.get(key) !== undefined);
    expect(remaining.length).toBeLessThanOrEqual(10);
    expect(remaining.slice(0, 5)).toEqual(keys.toReversed().slice(0, 5));
  }
});

test('an entry is replaced by itself, and can be deleted', () => {
  const map = new RecentMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  expect(valuesOf(map, 'ab')).toEqual([3, 2]);
  map.delete('a');
  map.delete('b');
  expect(valuesOf(map, 'ab')).toEqual([0, 0]);
});

test('an older value of an entry never comes back', () => {
  const map = new RecentMap<string, number>(4);
  map.set('a', 1);
  map.set('b', 2);
  map.set('c', 3);
  map.set('a', 4);
  map.delete('a');
  expect(valuesOf(map, 'abc')).toEqual([0, 2, 3]);
  map.clear();
  expect(valuesOf(map, 'bc')).toEqual([0, 0]);
});
