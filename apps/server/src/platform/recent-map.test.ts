import { expect, test } from 'vitest';
import { RecentMap } from './recent-map.ts';

test('a further entry replaces the one used longest ago', () => {
  const map = new RecentMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([1, undefined, 3]);
});

test('an entry is replaced by itself, and can be deleted', () => {
  const map = new RecentMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  expect(map.get('b')).toBe(2);
  map.delete('a');
  expect(map.get('a')).toBeUndefined();
});
