import { expect, test } from 'vitest';
import { findDealList, listPath } from './list-paths.ts';

test.each([
  ['/c/travel', { filter: 'category', value: 'travel' }],
  ['/c/travel/', { filter: 'category', value: 'travel' }],
  ['/shop/shop.example.bg', { filter: 'source', value: 'shop.example.bg' }],
  ['/brand/black-decker', { filter: 'brand', value: 'black-decker' }],
  ['/in/sofia', { filter: 'location', value: 'sofia' }],
] as const)('%s is a list', (path, list) => {
  expect(findDealList(path)).toEqual(list);
  expect(listPath(list)).toBe(path.replace(/\/$/, ''));
});

test('a value is encoded in its path', () => {
  expect(listPath({ filter: 'source', value: 'a/b c' })).toBe('/shop/a%2Fb%20c');
});

test.each(['/', '/c', '/c/', '/deals', '/chat/travel', '/contact'])('%s is none', (path) => {
  expect(findDealList(path)).toBeUndefined();
});
