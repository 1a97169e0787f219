import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { createFakeTime, NOW, outcome, readSource, useReplay } from '#test/connector-harness.ts';
import { startClassifieds, type ClassifiedsOptions } from '#test/replay/classifieds.ts';
import type { Fault } from '#test/replay/fault.ts';
import { classifieds } from './classifieds.ts';

const use = useReplay();

const start = async (options: ClassifiedsOptions = {}) => {
  const time = createFakeTime();
  const { server, shelf } = await use(startClassifieds({ now: time.now, ...options }));
  const read = (config: object = {}, more: object = {}) =>
    readSource(classifieds, { baseUrl: server.url, ...config }, { time, ...more });
  const offsets = () =>
    server.requests.flatMap(({ url }) => url.searchParams.get('offset') ?? []).map(Number);
  return { server, shelf, time, read, offsets };
};

const idsOf = (deals: readonly { readonly externalId: string }[]) =>
  new Set(deals.map((deal) => deal.externalId));

test('no source of this kind is set up by default', () => {
  expect(classifieds.config.safeParse({}).success).toBe(false);
});

test('follows the pages to the last; promoted offers occur on each', async () => {
  const { read, offsets, time } = await start({ size: 120 });
  const { deals, rejected, error, cursors } = await read();
  expect({ error, rejected }).toEqual({ error: null, rejected: [] });
  expect(offsets()).toEqual([0, 50, 100]);
  expect(deals).toHaveLength(129);
  expect(idsOf(deals).size).toBe(120);
  expect(cursors[0]).toEqual({
    segment: 0,
    path: expect.stringContaining('offset=50'),
    behind: '',
  });
  // The pace of a web site: at least 1.5 s between two pages.
  expect(time.slept).toBeGreaterThanOrEqual(3_000);
});

test('a home becomes real estate with its details, a bicycle has its condition', async () => {
  const { read, shelf } = await start({ size: 10 });
  const { deals } = await read();
  expect(deals.find((deal) => deal.externalId === '6')).toMatchObject({
    title: 'Двустаен апартамент 6, Лозенец',
    description: '65 кв.м\nтухла & изглед',
    merchant: 'Агенция',
    category: 'imoti',
    locationId: 'sofia',
    amount: shelf.priceOf(6),
    currency: 'EUR',
    originalAmount: null,
    postedAt: NOW - 24 * 60 * MINUTE_MS - 6 * MINUTE_MS,
    expiresAt: NOW - 6 * MINUTE_MS + 30 * 24 * 60 * MINUTE_MS,
    media: [
      {
        url: 'https://img.example.bg/v1/files/6-BG/image;s=1200x900',
        kind: 'image',
        width: 1_200,
        height: 900,
      },
    ],
    details: { kind: 'real-estate', area: 65, rooms: 2, floor: '3', buildType: 'тухла' },
  });
  expect(deals.find((deal) => deal.externalId === '1')).toMatchObject({
    merchant: null,
    category: 'sports',
    condition: 'good',
    locationId: 'plovdiv',
    details: null,
  });
});

test('the search has only the newest thousand, so no further page is requested', async () => {
  const { read, offsets, server } = await start({ size: 1_300 });
  const { deals, error } = await read();
  expect(error).toBeNull();
  expect(Math.max(...offsets())).toBe(1_000);
  expect(idsOf(deals).size).toBe(1_053);
  expect(server.requests.every(({ url }) => url.searchParams.get('limit') === '50')).toBe(true);
});

test('categories and regions are read one by one', async () => {
  const { read, server } = await start({ size: 3 });
  await read({ categoryIds: [1, 2], regionIds: [7] });
  const asked = server.requests.map(({ url: { searchParams } }) => [
    searchParams.get('category_id'),
    searchParams.get('region_id'),
  ]);
  expect(asked).toEqual([
    ['1', '7'],
    ['2', '7'],
  ]);
});

describe('after the first reading', () => {
  test('reading stops at known offers', async () => {
    const { read, offsets } = await start({ size: 500 });
    // Renewed offers move up each minute; two hours are read again.
    await read({}, { since: NOW });
    expect(offsets()).toEqual([0, 50, 100, 150]);
  });

  test('an unchanged first page is not sent again, and no other is requested', async () => {
    const { read, offsets, shelf } = await start({ size: 500 });
    const { noted: stored } = await read();
    const asked = offsets().length;
    expect(await read({}, { since: NOW, stored })).toMatchObject({ error: null, deals: [] });
    expect(offsets().slice(asked)).toEqual([0]);
    shelf.changePrice(7, 1_999);
    const { deals } = await read({}, { since: NOW, stored });
    expect(deals.find(({ externalId }) => externalId === '7')).toMatchObject({ amount: 1_999 });
  });

  test('an interrupted reading resumes at its cursor', async () => {
    const { read, offsets, server } = await start({ size: 200 });
    server.misbehave({ kind: 'status', status: 500 }, { after: 2, times: 5 });
    const broken = await read();
    expect(broken.error?.code).toBe('SOURCE_FAILING');
    const asked = offsets().length;
    const rest = await read({}, { cursor: broken.cursors.at(-1) });
    expect(offsets().slice(asked)).toEqual([100, 150]);
    expect(idsOf([...broken.deals, ...rest.deals]).size).toBe(200);
  });

  test.each([
    [{ page: 3 }],
    [{ segment: -1, path: null }],
    [{ segment: 0, path: 'https://evil.example/' }],
  ])('a cursor %j of another release restarts the reading', async (cursor) => {
    const { read, offsets } = await start({ size: 3 });
    expect(await read({}, { cursor })).toMatchObject({ error: null, deals: { length: 6 } });
    expect(offsets()).toEqual([0]);
  });

  test('offers not seen for long are requested one by one: unavailable or still active', async () => {
    const { read, shelf, server } = await start({ size: 500 });
    shelf.remove(400);
    const { rejected, deals } = await read({}, { since: NOW, unseen: ['400', '401', '1'] });
    expect(rejected).toMatchObject([{ id: '400', reason: 'expired' }]);
    expect(idsOf(deals).has('401')).toBe(true);
    // The first one was on a page.
    expect(server.requests.filter(({ url }) => /\/\d+\/$/.test(url.pathname))).toHaveLength(2);
  });
});

const price = (value: object) => ({ params: [{ key: 'price', type: 'price', value }] });

describe('offers of unusual forms', () => {
  const good = {
    id: 1,
    url: 'https://c.example/1',
    title: 'Шевна машина',
    status: 'active',
    ...price({ value: 10, currency: 'EUR', type: 'price' }),
  };
  const home = (...params: readonly object[]) => ({
    ...good,
    category: { type: 'real_estate' },
    params: [...good.params, ...params],
  });
  const rows: readonly (readonly [string, unknown, object | string])[] = [
    [
      'little but a price',
      good,
      { amount: 1_000, category: 'art-crafts', condition: 'good', locationId: null },
    ],
    ['an id as text', { ...good, id: '00-7' }, { externalId: '00-7' }],
    [
      'a price as text',
      { ...good, ...price({ value: '12 000', currency: 'EUR' }) },
      { amount: 1_200_000 },
    ],
    [
      'a price that is nothing but text',
      { ...good, params: [{ key: 'price', value: '12 000' }] },
      { amount: 1_200_000, currency: 'EUR' },
    ],
    ['a size that is nothing but text', home({ key: 'm', value: '65' }), { details: { area: 65 } }],
    [
      'a price with NBSP',
      { ...good, ...price({ value: '12\u00A0000 лв.' }) },
      { amount: 1_200_000, currency: 'BGN' },
    ],
    [
      'a price in its label only',
      { ...good, ...price({ label: '179 000 €' }) },
      { amount: 17_900_000 },
    ],
    [
      'a lev price',
      { ...good, ...price({ value: 5, currency: 'BGN' }) },
      { amount: 500, currency: 'BGN' },
    ],
    [
      'a foreign price converted',
      {
        ...good,
        ...price({ value: 5, currency: 'USD', converted_value: 4.5, converted_currency: 'EUR' }),
      },
      { amount: 450 },
    ],
    [
      'a foreign price',
      { ...good, ...price({ value: 5, currency: 'USD' }) },
      'currency_unsupported',
    ],
    ['to be agreed', { ...good, ...price({ type: 'arranged', value: 0 }) }, 'price_open'],
    [
      'to be agreed, by its flag',
      { ...good, ...price({ arranged: true, value: null }) },
      'price_open',
    ],
    ['a gift', { ...good, ...price({ type: 'free' }) }, 'price_open'],
    ['an exchange', { ...good, ...price({ type: 'exchange', value: 5 }) }, 'price_open'],
    ['no price', { ...good, params: [] }, 'price_missing'],
    ['no params', { ...good, params: null }, 'price_missing'],
    ['a price of zero', { ...good, ...price({ value: 0 }) }, 'price_invalid'],
    ['not active', { ...good, status: 'removed_by_user' }, 'not_active'],
    ['over', { ...good, valid_to_time: '2026-11-01T00:00:00+02:00' }, 'expired'],
    ['no id', { ...good, id: null }, 'id_missing'],
    ['no title', { ...good, title: ' ' }, 'title_missing'],
    ['no address', { ...good, url: '' }, 'link_missing'],
    ['an address that is none', { ...good, url: 'javascript:1' }, 'link_invalid'],
    [
      'a strange state',
      { ...good, params: [...good.params, { key: 'state', value: { key: 'haunted' } }] },
      'condition_unknown',
    ],
    [
      'like new',
      { ...good, params: [...good.params, { key: 'state', value: { key: 'like_new' } }] },
      { condition: 'like_new' },
    ],
    [
      'for parts',
      { ...good, params: [...good.params, { key: 'state', value: { key: 'for_parts' } }] },
      { condition: 'for_parts' },
    ],
    [
      'photos without sizes, and twice',
      {
        ...good,
        photos: [
          { link: '//i.example/a;s={width}x{height}' },
          { link: '//i.example/a;s={width}x{height}' },
          { link: '-' },
          7,
        ],
      },
      {
        media: [
          { url: 'https://i.example/a;s=1200x1200', kind: 'image', width: 1_200, height: 1_200 },
        ],
      },
    ],
    [
      'a place in Latin letters',
      { ...good, location: { city: { name: 'Varna' }, region: null } },
      { locationId: 'varna' },
    ],
    [
      'a region only',
      { ...good, location: { region: { name: 'Област Бургас' } } },
      { locationId: 'oblast-burgas' },
    ],
    [
      'a home of odd params',
      home(
        { key: 'm', value: { label: '65,5 кв.м' } },
        { key: 'rooms', value: { label: 'Тристаен' } },
      ),
      { category: 'imoti', details: { area: 65.5, rooms: 3 } },
    ],
    ...(
      [
        ['1 200 кв.м', 1_200],
        ['1\u00A0200,5 кв.м', 1_200.5],
        ['12.500 кв.м', 12_500],
        ['3,5 дка', 3_500],
      ] as const
    ).map(([label, area]): readonly [string, unknown, object] => [
      `an area of ${label}`,
      home({ key: 'm', value: { label } }),
      { details: { area } },
    ]),
    [
      'a home for rent, with its district and year',
      {
        ...home({ key: 'construction_year', value: { label: '2009 г.' } }),
        title: 'Двустаен под наем',
        location: { city: { name: 'София' }, district: { name: 'Лозенец' }, region: null },
      },
      { details: { offer: 'rent', district: 'Лозенец', year: 2009 } },
    ],
    [
      'a home for sale, whatever its title says',
      { ...home(), title: 'Инвестиция с наематели', offer_type: 'sale' },
      { details: { offer: 'sale' } },
    ],
    [
      'a home that says nothing',
      home({ key: 'm', value: { key: '0' } }, { key: 'rooms', value: null }),
      { details: { kind: 'real-estate' } },
    ],
    ['no object', 'offer', 'shape_unknown'],
    ['null', null, 'shape_unknown'],
  ];
  test.each(rows)('%s', async (_, offer, expected) => {
    const { read } = await start({ size: 1, offer: () => offer });
    const { deals, rejected, error } = await read();
    expect(error).toBeNull();
    // The one offer is promoted as well.
    expect([...deals, ...rejected]).toMatchObject([outcome(expected), outcome(expected)]);
  });
});

describe('errors', () => {
  test.each([
    ['500', { kind: 'status', status: 500 }],
    ['a storm of 429', { kind: 'status', status: 429, headers: { 'retry-after': '5' } }],
    ['a reset in mid page', { kind: 'reset' }],
    ['gzip that breaks off', { kind: 'truncated-gzip' }],
  ] satisfies [string, Fault][])('%s: is retried, and nothing is missing', async (_, fault) => {
    const { read, server } = await start({ size: 120 });
    server.misbehave(fault, { after: 1, times: 3 });
    const { error, deals } = await read();
    expect({ error, count: idsOf(deals).size }).toEqual({ error: null, count: 120 });
  });

  test.each([
    ['permanent 500', { kind: 'status', status: 500 }, 'SOURCE_FAILING'],
    ['a page that never ends', { kind: 'endless' }, 'FEED_TOO_LARGE'],
    ['a web page', { kind: 'rewrite', rewrite: () => '<html>Поддръжка' }, 'SOURCE_SHAPE_CHANGED'],
    [
      'another shape',
      { kind: 'rewrite', rewrite: (body) => body.replace('"data"', '"items"') },
      'SOURCE_SHAPE_CHANGED',
    ],
    [
      'a next page elsewhere',
      {
        kind: 'rewrite',
        rewrite: (body) =>
          body.replace(/"next":\{"href":"[^"]*"/, '"next":{"href":"https://evil.example/x"'),
      },
      'SOURCE_SHAPE_CHANGED',
    ],
    ['400 at once', { kind: 'status', status: 400, body: '{}' }, 'SOURCE_SHAPE_CHANGED'],
  ] satisfies [string, Fault, string][])('%s', async (_, error, code) => {
    const { read, server } = await start();
    server.misbehave(error, { times: 99 });
    expect((await read()).error?.code).toBe(code);
  });

  test('400 deep in the search is its end', async () => {
    const { read, server } = await start({ size: 120 });
    server.misbehave({ kind: 'status', status: 400, body: '{}' }, { after: 1, times: 99 });
    expect(await read()).toMatchObject({ error: null, deals: { length: 53 } });
  });

  test('a site that rejects requests is requested once, with our User-Agent', async () => {
    const { read, server } = await start({ rejects: true });
    expect((await read()).error?.code).toBe('SOURCE_REFUSES');
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.headers['user-agent']).toMatch(/^Izgodno\//);
    expect(server.requests[0]?.headers).not.toHaveProperty('cookie');
  });

  test('a site whose robots.txt forbids it is not requested', async () => {
    const { read, server } = await start({ robots: 'User-agent: *\nDisallow: /api/' });
    expect((await read()).error?.code).toBe('SOURCE_FORBIDS');
    expect(server.requests).toEqual([]);
  });

  test('a page that links to itself as the next page', async () => {
    const { read } = await start({ loops: true });
    expect((await read()).error?.code).toBe('SOURCE_ENDLESS');
  });

  test.for([
    ['another first page', () => 0],
    ['a fraction of an offer further', (page: number) => page / 1_000],
  ] as const)('pages that each lead to %s', async ([, offsetOf]) => {
    const { read, server } = await start({ size: 120 });
    let pages = 0;
    const rewrite = (body: string): string =>
      body.replaceAll(/\?offset=\d+/g, () => `?offset=${offsetOf((pages += 1))}&page=${pages}`);
    server.misbehave({ kind: 'rewrite', rewrite }, { times: 99 });
    expect((await read()).error?.code).toBe('SOURCE_ENDLESS');
    expect(server.requests).toHaveLength(1);
  });
});
