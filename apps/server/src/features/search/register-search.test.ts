import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getDeal } from '@izgodno/contract/deals/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import { createPostgresDealSearch } from './engine/postgres/postgres-search.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertSources, type NewDeal, updateDeal } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';

const database = useTestDatabase();
let app: FastifyInstance;

const insert = async (...deals: readonly NewDeal[]): Promise<readonly string[]> => {
  const rows = await database.current.database
    .insertInto('deals')
    .values([...deals])
    .returning('id')
    .execute();
  return rows.map(({ id }) => String(id));
};

const home = (details: Readonly<Record<string, unknown>>) =>
  aDeal({ category: 'imoti', details: JSON.stringify({ kind: 'real-estate', ...details }) });

const list = async (query = '') => {
  const response = await app.inject(`/api/deals${query}`);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  return listDeals.response.parse(response.json());
};

const search = async (query: Readonly<Record<string, string>>) => {
  const { items, ...page } = await list(`?${new URLSearchParams(query).toString()}`);
  return { titles: items.map(({ title }) => title), ...page };
};

beforeAll(async () => {
  const handle = database.current.database;
  await insertSources(handle);
  app = await buildTestApp({ database: handle, search: createPostgresDealSearch(handle) });
});
afterAll(() => app.close());
beforeEach(async () => {
  await database.current.database.deleteFrom('deals').execute();
});

const named = (name: string) => ({ bg: name, en: name });

describe('a list', () => {
  test('shows the largest price, delivery and claim', async () => {
    const most = { price_amount: 1_000_000_000, price_eur: 1_000_000_000 };
    const delivered = { ...most, delivery_eur: 1_000_000_000 };
    const [id] = await insert(aDeal({ ...delivered, original_amount: 1_955_830_000 }));
    const { items } = await list();
    expect(items).toMatchObject([
      {
        total: { amount: 2_000_000_000, currency: 'EUR' },
        claim: { price: { amount: 1_955_830_000 } },
      },
    ]);
    expect((await app.inject(`/api/deals/${id}`)).statusCode).toBe(200);
  });

  test('leaves out a stored deal that does not fit the contract', async () => {
    const [broken, shown] = await insert(
      aDeal({ price_amount: 3_000_000_000 }),
      aDeal({ title: 'Shown' }),
    );
    expect((await search({})).titles).toEqual(['Shown']);
    expect((await app.inject(`/api/deals/${broken}`)).statusCode).toBe(404);
    expect((await app.inject(`/api/deals/${shown}`)).statusCode).toBe(200);
  });
});

test('a deal leaves out an offer of its product that does not fit the contract', async () => {
  const [id = ''] = await insert(aDeal({ title: 'Shown' }));
  await insert(
    aDeal({ represented_by: Number(id) }),
    aDeal({ represented_by: Number(id), price_amount: 3_000_000_000 }),
  );
  const response = await app.inject(`/api/deals/${id}`);
  expect(getDeal.response.parse(response.json()).deal.offers).toHaveLength(2);
});

describe('brands', () => {
  beforeEach(async () => {
    await insert(
      aDeal({ title: 'One', brand: 'Nike', brand_slug: 'nike' }),
      aDeal({ title: 'Two', brand: 'Nike', brand_slug: 'nike' }),
      aDeal({ title: 'Three', brand: 'NIKE', brand_slug: 'nike', category: 'food' }),
      aDeal({ title: 'Four', brand: null, brand_slug: 'apple' }),
      aDeal({ title: 'Five' }),
    );
  });

  test('narrow the list, and the response names the chosen ones', async () => {
    const { total, facets } = await search({ brand: 'nike', category: 'other' });
    expect(total).toBe(2);
    expect(facets.brand).toEqual([{ value: 'nike', count: 2, label: named('Nike') }]);
    expect(facets.category).toEqual([
      { value: 'other', count: 2 },
      { value: 'food', count: 1 },
    ]);
  });

  test('are all counted if that is asked for, whichever is chosen', async () => {
    const { total, facets } = await search({ brand: 'apple', brands: 'true' });
    expect(total).toBe(1);
    expect(facets.brand).toEqual([
      { value: 'nike', count: 3, label: named('Nike') },
      { value: 'apple', count: 1, label: named('Apple') },
    ]);
    expect((await search({})).facets.brand).toEqual([]);
  });

  test('without deals have names', async () => {
    const { total, names } = await search({ brand: 'lg' });
    expect(total).toBe(0);
    expect(names).toEqual({ lg: named('LG') });
  });
});

describe('the words of a search', () => {
  beforeEach(async () => {
    await insert(
      aDeal({
        title: 'Лаптоп Aster',
        price_eur: 40_000,
        price_amount: 40_000,
        location_id: 'varna',
      }),
      aDeal({ title: 'Лаптоп Nortek', price_eur: 90_000, price_amount: 90_000 }),
      aDeal({ title: 'Диван Divana', price_eur: 90_000, price_amount: 90_000 }),
    );
  });
  test('become filters, which the response names', async () => {
    expect(await search({ q: 'лаптоп до 1000 лв' })).toMatchObject({
      titles: ['Лаптоп Aster'],
      total: 1,
      understood: { words: 'лаптоп', filters: { maxPrice: 511.29 }, relaxed: [] },
    });
  });

  test('that are a brand stay, and narrow the list if a deal of the brand has them', async () => {
    await insert(
      aDeal({ title: 'Маратонки Nike', brand: 'Nike', brand_slug: 'nike' }),
      aDeal({ title: 'Маратонки No Name', description: 'По-леки от Nike' }),
    );
    expect(await search({ q: 'маратонки найк' })).toMatchObject({
      titles: ['Маратонки Nike'],
      understood: {
        words: 'маратонки найк',
        filters: { brand: ['nike'] },
        named: [
          { name: 'kind', text: 'маратонки' },
          { name: 'brand', text: 'найк', value: 'nike' },
        ],
        relaxed: [],
      },
    });
    expect((await search({ q: 'маратонки no name' })).understood?.filters).toEqual({});
    expect(await search({ q: 'диван найк' })).toMatchObject({
      titles: ['Диван Divana'],
      understood: { filters: {}, relaxed: [{ name: 'word', value: 'найк' }] },
    });
  });

  test('give way to the filters that are sent', async () => {
    const { total, understood } = await search({ q: 'лаптоп до 1000 лв', maxPrice: '2000' });
    expect(total).toBe(2);
    expect(understood).toEqual({
      words: 'лаптоп',
      filters: {},
      named: [],
      replaced: ['minPrice', 'maxPrice'],
      relaxed: [],
    });
  });

  test.for([
    ['лаптоп във Варна', { location: 'varna' }],
    ['лаптоп Варна', { location: 'varna' }],
    ['лаптоп до 1000 лв', { maxPrice: '511.29' }],
  ] as const)('replace no filter that asks for the same: %s', async ([q, filter]) => {
    const { titles, understood } = await search({ q, ...filter });
    expect(titles).toEqual(['Лаптоп Aster']);
    expect(understood).toEqual((await search({ q })).understood);
    expect(understood?.replaced).toEqual([]);
  });

  test('are searched as they are if that is asked for', async () => {
    const { total, understood } = await search({ q: 'лаптоп до 1000 лв', raw: 'true' });
    expect(total).toBe(0);
    expect(understood).toBeUndefined();
  });

  test('are relaxed one condition at a time, and the response says which', async () => {
    expect(await search({ q: 'лаптоп до 100 лв' })).toMatchObject({
      titles: ['Лаптоп Aster', 'Лаптоп Nortek'],
      understood: { filters: {}, sort: 'price_asc', relaxed: [{ name: 'price' }] },
    });
    expect(await search({ q: 'диван Варна' })).toMatchObject({
      titles: ['Диван Divana'],
      understood: { words: 'диван', relaxed: [{ name: 'location', value: 'varna' }] },
    });
    expect(await search({ q: 'лаптоп найк' })).toMatchObject({
      total: 2,
      understood: { words: 'лаптоп найк', relaxed: [{ name: 'word', value: 'найк' }] },
    });
    expect(await search({ q: 'диван с безплатна доставка' })).toMatchObject({
      titles: ['Диван Divana'],
      understood: { filters: {}, relaxed: [{ name: 'word', value: 'с безплатна доставка' }] },
    });
  });

  test.for([
    'лаптоп до 100 лв',
    'лаптоп над 5000 лв',
    'евтин лаптоп найк',
    'лаптоп Бургас до 50 лв',
  ])('are relaxed on each page: %s', async (q) => {
    await insert(aDeal({ title: 'Лаптоп Vega', price_eur: 80_000, price_amount: 80_000 }));
    const { titles, total } = await search({ q });
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const given: Readonly<Record<string, string>> = cursor === '' ? {} : { cursor };
      const page: Awaited<ReturnType<typeof search>> = await search({ q, limit: '1', ...given });
      found.push(...page.titles);
      expect(page.total).toBe(total);
      cursor = page.nextCursor;
    }
    expect(titles.length).toBeGreaterThan(1);
    expect(found).toEqual(titles);
  });

  test('reject a cursor of an order that no reading of them has', async () => {
    const { nextCursor } = await list('?sort=rating&limit=1');
    const query = new URLSearchParams({ q: 'лаптоп до 100 лв', cursor: nextCursor ?? '' });
    expect((await app.inject(`/api/deals?${query.toString()}`)).statusCode).toBe(400);
  });

  test('are all relaxed if nothing less helps, and the response says it', async () => {
    await insert(aDeal({ title: 'Дрон', availability: 'preorder' }));
    const { understood } = await search({ q: 'дрон в наличност с безплатна доставка' });
    expect(understood?.relaxed).toEqual([
      { name: 'inStock' },
      { name: 'word', value: 'с безплатна доставка' },
    ]);
  });

  test('ask for free delivery, which the source must state', async () => {
    await insert(aDeal({ title: 'Дрон A', delivery_eur: 0 }), aDeal({ title: 'Дрон B' }));
    expect(await search({ q: 'дрон безплатна доставка' })).toMatchObject({
      titles: ['Дрон A'],
      understood: { words: 'дрон', filters: { freeDelivery: true }, relaxed: [] },
    });
  });

  test('name an order, unless one is chosen', async () => {
    expect((await search({ q: 'най-скъп лаптоп' })).titles).toEqual([
      'Лаптоп Nortek',
      'Лаптоп Aster',
    ]);
    const chosen = await search({ q: 'най-скъп лаптоп', sort: 'price_asc' });
    expect(chosen.titles).toEqual(['Лаптоп Aster', 'Лаптоп Nortek']);
  });

  test('and filters without results have names', async () => {
    const { total, names } = await search({ q: 'хладилник', location: 'varna', source: 'shop' });
    expect(total).toBe(0);
    expect(names).toEqual({
      varna: { bg: 'Варна', en: 'Varna' },
      shop: { bg: 'Shop', en: 'Shop' },
    });
  });
});

describe('the list of deals', () => {
  test('is an empty page if nothing matches', async () => {
    expect(await list()).toMatchObject({ items: [], total: 0, nextCursor: null });
  });

  test('has the deal of the contract, with the names of its source and location', async () => {
    await insert(
      aDeal({
        title: '„Колело“ & <b>помпа</b>',
        location_id: 'sofia',
        price_amount: 6_500,
        price_currency: 'BGN',
        price_eur: 3_323,
        original_amount: 13_000,
        discount_percent: 50,
        observed_long: true,
        observed_low: 6_647,
        rating: 45,
        tags: ['колело', 'град'],
        media: JSON.stringify([{ url: '/a.svg', kind: 'image', width: 8, height: 6 }]),
        availability: 'preorder',
        posted_at: '2026-11-20T10:00:00Z',
      }),
    );
    const { items, facets } = await list();
    expect(items).toEqual([
      expect.objectContaining({
        title: '„Колело“ & <b>помпа</b>',
        price: { amount: 6_500, currency: 'BGN' },
        originalPrice: { amount: 6_647, currency: 'EUR' },
        discountPercent: 50,
        rating: 4.5,
        inStock: false,
        location: { id: 'sofia', name: { bg: 'София', en: 'Sofia' } },
        source: { id: 'shop', name: 'Shop', group: 'other', commission: true },
        postedAt: '2026-11-20T10:00:00.000Z',
      }),
    ]);
    expect(facets.location).toEqual([
      { value: 'sofia', count: 1, label: { bg: 'София', en: 'Sofia' } },
    ]);
    expect(facets.source).toEqual([{ value: 'shop', count: 1, label: { bg: 'Shop', en: 'Shop' } }]);
  });

  test("has a source's names in both languages", async () => {
    await insert(aDeal({ source_id: 'users' }));
    const { items, facets } = await list();
    const names = { bg: 'Потребители на Izgodno', en: 'Izgodno members' };
    const group = 'marketplace';
    expect(items[0]?.source).toEqual({ id: 'users', name: 'Izgodno members', names, group });
    expect(facets.source).toEqual([{ value: 'users', count: 1, label: names }]);
  });

  test('has pages without gaps or repetitions, and keeps its order', async () => {
    const prices = [5, 3, 9, 1, 7];
    await insert(...prices.map((price) => aDeal({ price_amount: price, price_eur: price })));
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(`?sort=price_asc&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ price }) => price.amount));
      expect(page.total).toBe(5);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([1, 3, 5, 7, 9]);
  });

  test('has the current version of a deal read before', async () => {
    const [id] = await insert(aDeal({ title: 'Before' }));
    expect((await list()).items[0]?.title).toBe('Before');
    await updateDeal(database.current.database, Number(id), { title: 'After' });
    expect((await list()).items[0]?.title).toBe('After');
  });

  test('has the time when the source was last read, though the deal did not change', async () => {
    await insert(aDeal());
    expect((await list()).items[0]?.checkedAt).toBeUndefined();
    const { database: handle } = database.current;
    await handle.updateTable('sources').set({ checked_at: '2026-11-21T08:00:00Z' }).execute();
    const later = await buildTestApp({
      database: handle,
      search: createPostgresDealSearch(handle),
      clock: { now: () => Date.now() + 60_000 },
    });
    const page = listDeals.response.parse((await later.inject('/api/deals')).json());
    expect(page.items[0]?.checkedAt).toBe('2026-11-21T08:00:00.000Z');
    await later.close();
  });

  test('converts limits given in leva', async () => {
    await insert(aDeal({ price_amount: 3_323, price_eur: 3_323 }));
    expect((await list('?currency=BGN&minPrice=65&maxPrice=65')).total).toBe(1);
    expect((await list('?currency=BGN&minPrice=65.10')).total).toBe(0);
  });

  test('a district includes its towns', async () => {
    await insert(
      aDeal({ location_id: 'karlovo' }),
      aDeal({ location_id: 'oblast-plovdiv' }),
      aDeal({ location_id: 'varna' }),
    );
    expect((await list('?location=oblast-plovdiv')).total).toBe(2);
    expect((await list('?location=karlovo')).total).toBe(1);
  });

  test('filters homes by offer, rooms and area, and counts what each choice would find', async () => {
    await insert(
      home({ offer: 'sale', rooms: 2, area: 59.9 }),
      home({ offer: 'sale', rooms: 7, area: 1_200 }),
      home({ offer: 'rent', rooms: 2, area: 60 }),
      home({}),
      aDeal(),
    );
    const { total, facets } = await list('?offer=sale&rooms=2&rooms=5');
    expect(total).toBe(2);
    expect(facets).toMatchObject({
      offer: [
        { value: 'sale', count: 2 },
        { value: 'rent', count: 1 },
      ],
      rooms: [
        { value: '2', count: 1 },
        { value: '5', count: 1 },
      ],
      area: [
        { value: '40-60', count: 1 },
        { value: '1000-', count: 1 },
      ],
    });
    expect((await list('?area=60-80')).total).toBe(1);
    expect((await app.inject('/api/deals?rooms=many')).json().error.fields).toHaveProperty('rooms');
  });

  test('an invalid filter is named as it was sent, the first or the last of several', async () => {
    const response = await app.inject('/api/deals?category=nonsense&condition=new&condition=bad');
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().error.fields)).toEqual(['category', 'condition']);
  });

  test('rejects an invalid cursor', async () => {
    const response = await app.inject('/api/deals?cursor=abc');
    expect(response.statusCode).toBe(400);
    expect(response.json().error.fields).toHaveProperty('cursor');
  });
});

describe('one deal', () => {
  test('is read by its id', async () => {
    const [id = ''] = await insert(aDeal({ title: 'Диван', brand_slug: 'ikea' }));
    const response = await app.inject(`/api/deals/${id}`);
    expect(getDeal.response.parse(response.json()).deal).toMatchObject({
      id,
      title: 'Диван',
      brandSlug: 'ikea',
    });
  });

  test('that was removed is not found', async () => {
    const [id = ''] = await insert(aDeal({ deleted_at: new Date(), status: 'deleted' }));
    const response = await app.inject(`/api/deals/${id}`);
    expect(response.statusCode).toBe(404);
    expect(response.json().error).toMatchObject({ code: 'not_found', message: 'Item not found' });
  });
});
