import { expect, test } from 'vitest';
import { readParameters, searchOf, withoutRejected } from './page-query.ts';

test('a parameter that is repeated has a list', () => {
  expect(readParameters(new URLSearchParams('a=1&b=2&a=3&__proto__=4'))).toEqual(
    Object.fromEntries([
      ['a', ['1', '3']],
      ['b', '2'],
      ['__proto__', '4'],
    ]),
  );
});

test('a search has neither the parameters of the page nor empty ones', () => {
  const query = new URLSearchParams('q=a&view=grid&brand=&brand=b&view=list&brand=c');
  expect(searchOf(query, (name) => name === 'view').toString()).toBe('q=a&brand=b&brand=c');
  expect(query.size).toBe(6);
});

test('only the rejected values of a list are left out', () => {
  const query = new URLSearchParams('brand=a&brand=b&brand=c&minPrice=x&later=1');
  const issue = { code: 'invalid_value', message: '' };
  const left = withoutRejected(query, [
    { ...issue, path: ['brand', 1] },
    { ...issue, path: ['minPrice'] },
    { ...issue, path: [], keys: ['later'] },
  ]);
  expect(left.toString()).toBe('brand=a&brand=c');
});

test('an address of many parameters is read once, not once for each of them', () => {
  // Once for each takes minutes.
  const count = 150_000;
  const names = Array.from({ length: count }, (_, index) => [`p${index}`, 'x']);
  const query = new URLSearchParams(names);
  expect(Object.keys(readParameters(query))).toHaveLength(count);
  expect(searchOf(query, (name) => name === 'view').size).toBe(count);
});
