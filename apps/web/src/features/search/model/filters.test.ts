import { describe, expect, test } from 'vitest';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import { activeFilters, clearFilters, removeFilter, toggleFilter } from './filters.ts';
import { withPriceRange } from './price-range.ts';

const search: DealSearch = {
  q: 'колело',
  category: ['sports', 'food'],
  location: ['sofia'],
  minPrice: 10,
  minDiscount: 25,
  inStock: true,
  sort: 'rating',
  view: 'list',
};

describe('filters', () => {
  test('are listed one by one, a price range as one', () => {
    expect(activeFilters(search)).toEqual([
      { kind: 'category', value: 'sports' },
      { kind: 'category', value: 'food' },
      { kind: 'location', value: 'sofia' },
      { kind: 'price', min: 10, max: undefined },
      { kind: 'minDiscount', value: 25 },
      { kind: 'inStock' },
    ]);
  });

  test('removed one after the other leave the terms, the order and the view', () => {
    const bare = activeFilters(search).reduce(removeFilter, search);
    expect(bare).toEqual(clearFilters(search));
    expect(bare).toEqual({ q: 'колело', sort: 'rating', view: 'list' });
    expect(activeFilters(bare)).toEqual([]);
  });

  test('toggled twice are unchanged', () => {
    const once = toggleFilter(search, 'category', 'travel');
    expect(once.category).toEqual(['sports', 'food', 'travel']);
    expect(toggleFilter(once, 'category', 'travel')).toEqual(search);
    expect(toggleFilter({}, 'source', 'bazar')).toEqual({ source: ['bazar'] });
  });

  test('a reversed price range is swapped', () => {
    expect(withPriceRange({}, 50, 20)).toEqual({ minPrice: 20, maxPrice: 50 });
    expect(withPriceRange({ minPrice: 3 }, 50, 20, true)).toEqual({ minTotal: 20, maxTotal: 50 });
    expect(withPriceRange({ maxTotal: 3 }, 5, undefined)).toEqual({ minPrice: 5 });
    expect(withPriceRange({ minPrice: 3 }, undefined, 20)).toEqual(
      expect.objectContaining({ minPrice: undefined, maxPrice: 20 }),
    );
  });
});
