import { expect, test } from 'vitest';
import { dealListQuerySchema } from './calls.ts';

const parse = (text: string) => {
  const query: Record<string, string | string[]> = {};
  for (const key of new Set(new URLSearchParams(text).keys())) {
    const values = new URLSearchParams(text).getAll(key);
    query[key] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return dealListQuerySchema.safeParse(query);
};

test('the default is every deal, 24 at a time', () => {
  expect(parse('').data).toEqual({
    category: [],
    source: [],
    brand: [],
    group: [],
    condition: [],
    location: [],
    offer: [],
    rooms: [],
    area: [],
    currency: 'EUR',
    limit: 24,
  });
});

test('aliases of categories and orders become the canonical names', () => {
  expect(parse('category=fashion&category=home&category=beauty&sort=priceAsc').data).toMatchObject({
    category: ['clothing', 'home-garden', 'health-beauty'],
    sort: 'price_asc',
  });
  expect(parse('category=allCategories&sort=priceDesc').data).toMatchObject({
    category: [],
    sort: 'price_desc',
  });
});

test('prices in major units are parsed to minor ones', () => {
  expect(parse('minPrice=19.99&maxPrice=100').data).toMatchObject({
    minPrice: 1_999,
    maxPrice: 10_000,
  });
});

test.for([
  ['colour=red', 'colour'],
  ['category=spaceships', 'category'],
  ['minPrice=-1', 'minPrice'],
  ['minPrice=1.999', 'minPrice'],
  ['minPrice=1e5', 'minPrice'],
  ['minRating=6', 'minRating'],
  ['minDiscount=101', 'minDiscount'],
  ['inStock=perhaps', 'inStock'],
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=ten', 'limit'],
  ['sort=best', 'sort'],
  ['currency=USD', 'currency'],
  ['location=Sofia%20City', 'location'],
  ['sort=newest&sort=rating', 'sort'],
  [`q=${'a'.repeat(201)}`, 'q'],
  ['q=%00', 'q'],
] as const)('%s is rejected and the field named', ([text, field]) => {
  const { success, error } = parse(text);
  expect(success).toBe(false);
  const named = error?.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : issue.path[0],
  );
  expect(named).toEqual([field]);
});
