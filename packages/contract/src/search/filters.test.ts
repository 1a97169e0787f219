import { expect, test } from 'vitest';
import { filterNames, isOffered } from './filters.ts';

const offered = (chosen: Parameters<typeof isOffered>[1]) =>
  filterNames.filter((name) => isOffered(name, chosen));

test('only lists of homes offer the filters of homes, except a chosen one', () => {
  expect(offered({ category: ['imoti'] })).toEqual(filterNames);
  const others = offered({});
  expect(others).not.toContain('rooms');
  expect(others).toContain('price');
  expect(offered({ category: ['imoti', 'food'] })).toEqual(others);
  expect(offered({ rooms: ['2'] })).toEqual(
    filterNames.filter((name) => others.includes(name) || name === 'rooms'),
  );
});
