import { expect, test } from 'vitest';
import { readParameters, searchOf } from './page-query.ts';

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

test('an address of many parameters is read once, not once for each of them', () => {
  // Once for each takes minutes.
  const count = 150_000;
  const names = Array.from({ length: count }, (_, index) => [`p${index}`, 'x']);
  const query = new URLSearchParams(names);
  expect(Object.keys(readParameters(query))).toHaveLength(count);
  expect(searchOf(query, (name) => name === 'view').size).toBe(count);
});
