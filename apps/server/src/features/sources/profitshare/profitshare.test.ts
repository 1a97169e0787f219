import { describe, expect, test } from 'vitest';
import { createFakeTime, NOW, outcome, readSource, useReplay } from '#test/connector-harness.ts';
import type { Fault } from '#test/replay/fault.ts';
import { startProfitshare, type ProfitshareOptions } from '#test/replay/profitshare.ts';
import { readCampaignTags } from './campaign-tags.ts';
import { currencyOf, marketOf } from './currency.ts';
import { profitshare } from './profitshare.ts';

const use = useReplay();

const start = async (options: ProfitshareOptions = {}) => {
  const time = createFakeTime();
  const replay = await use(startProfitshare({ now: time.now, ...options }));
  const read = (config: object = {}, more: object = {}) =>
    readSource(profitshare, { baseUrl: replay.server.url, ...config }, { time, ...more });
  return { ...replay, time, read };
};

test('reads every product of every advertiser, page by page', async () => {
  const { read, server, shelf } = await start({ size: 45 });
  const { deals, rejected, error } = await read();
  expect(error).toBeNull();
  expect(rejected).toEqual([]);
  expect(deals).toHaveLength(45);
  expect(new Set(deals.map((deal) => deal.externalId)).size).toBe(45);
  expect(deals.find((deal) => deal.title.endsWith('номер 2'))).toMatchObject({
    title: 'Лаптоп 15" & чанта, номер 2',
    link: 'https://profitshare.example.bg/l/2',
    merchant: 'shop-35.example.bg',
    brand: 'Acme',
    mpn: 'LX-2',
    category: 'electronics',
    sourceCategory: 'Лаптопи',
    condition: 'new',
    amount: shelf.priceOf(2),
    currency: 'EUR',
    originalAmount: null,
    media: [{ url: 'https://static.example.bg/2.jpg', kind: 'image' }],
  });
  // A discounted price as text, and one of zero.
  expect(deals.find((deal) => deal.title.endsWith('номер 3'))).toMatchObject({
    amount: shelf.priceOf(3) - 100,
    originalAmount: shelf.priceOf(3),
  });
  expect(deals.find((deal) => deal.title.endsWith('номер 1'))).toMatchObject({
    amount: shelf.priceOf(1),
    originalAmount: null,
  });
  const pages = server.requests.filter(({ url }) => url.pathname === '/affiliate-products/');
  expect(pages.map(({ url }) => url.search)).toEqual([
    '?page=1&filters%5Badvertiser%5D=35',
    '?page=2&filters%5Badvertiser%5D=35',
    '?page=1&filters%5Badvertiser%5D=41',
    '?page=2&filters%5Badvertiser%5D=41',
  ]);
});

test('reads the named advertisers only', async () => {
  const { read, server } = await start();
  const { deals } = await read({ advertisers: ['41'] });
  expect(new Set(deals.map((deal) => deal.merchant))).toEqual(new Set(['shop-41.example.bg']));
  expect(server.requests.some(({ url }) => url.pathname === '/affiliate-advertisers/')).toBe(false);
});

test.each(['with-mark', 'without-mark'] as const)(
  'signs empty queries %s, and reports if the account needs the other form',
  async (emptyQuery) => {
    const { read } = await start({ size: 3, emptyQuery });
    expect(await read({ emptyQuery })).toMatchObject({ error: null, deals: { length: 3 } });
    const other = emptyQuery === 'with-mark' ? 'without-mark' : 'with-mark';
    const { error } = await read({ emptyQuery: other });
    expect(error).toMatchObject({
      code: 'SOURCE_REFUSES',
      message: expect.stringContaining('emptyQuery'),
    });
  },
);

test('running campaigns become tags of their shops', async () => {
  const { read } = await start({ size: 4, campaigns: 25 });
  const { deals } = await read();
  expect(deals.find((deal) => deal.merchant === 'shop-35.example.bg')?.tags).toContain(
    'черен петък 1',
  );
  // The 22nd is on the second page.
  expect(deals.find((deal) => deal.merchant === 'shop-41.example.bg')?.tags).toContain(
    'черен петък 22',
  );
});

test('a tag of a campaign is cut, but not within a character', async () => {
  const campaign = { url: 'https://shop.example', startDate: '2026-11-01', endDate: '2026-12-01' };
  const campaigns = async () => ({
    number: 1,
    total: 1,
    items: [{ ...campaign, name: `${'х'.repeat(39)}🔥` }],
  });
  const tags = await readCampaignTags({ campaigns }, NOW);
  expect(tags.get('shop.example')).toEqual(['х'.repeat(39)]);
});

test('campaigns that cannot be read cost their tags only', async () => {
  const { read, server } = await start({ size: 4 });
  server.misbehave({ kind: 'status', status: 500 }, { times: 99, path: '/affiliate-campaigns' });
  const { deals, error, failedParts } = await read();
  expect(error).toBeNull();
  expect(deals).toHaveLength(4);
  expect([...failedParts.keys()]).toEqual(['campaigns']);
});

/** The requested pages: shop and number. */
const pagesOf = (server: { readonly requests: readonly { readonly url: URL }[] }) =>
  server.requests
    .filter(({ url }) => url.pathname === '/affiliate-products/')
    .map(({ url }) => [url.searchParams.get('filters[advertiser]'), url.searchParams.get('page')]);

describe('an interrupted reading', () => {
  test('resumes at the page that it read last', async () => {
    const { read, server } = await start({ size: 90, advertisers: [9, 35, 41] });
    server.misbehave(
      { kind: 'status', status: 429 },
      { after: 3, times: 3, path: '/affiliate-products' },
    );
    const broken = await read();
    expect(broken.error?.code).toBe('SOURCE_RATE_LIMITED');
    const asked = pagesOf(server).length;
    const rest = await read({}, { cursor: broken.cursors.at(-1) });
    expect(pagesOf(server).slice(asked)).toEqual([
      ['35', '1'],
      ['35', '2'],
      ['41', '1'],
      ['41', '2'],
    ]);
    const ids = [...broken.deals, ...rest.deals].map(({ externalId }) => externalId);
    expect(new Set(ids).size).toBe(90);
  });

  test('a shop that fails stops no other, and is named after an interruption too', async () => {
    const { read, server } = await start({ size: 90, advertisers: [9, 35, 41] });
    server.misbehave(
      { kind: 'status', status: 500 },
      { after: 2, times: 5, path: '/affiliate-products' },
    );
    const { error, deals, failedParts, cursors } = await read();
    expect(error).toBeNull();
    expect(deals).toHaveLength(60);
    expect([...failedParts.keys()]).toEqual(['shop-35.example.bg']);
    const rest = await read({}, { cursor: cursors.at(-1) });
    expect([...rest.failedParts.keys()]).toEqual(['shop-35.example.bg']);
  });

  test('resumes after a shop that left meanwhile', async () => {
    const { read, server } = await start({ size: 90, advertisers: [9, 41] });
    await read({}, { cursor: { advertiser: '35', page: 7 } });
    expect(pagesOf(server)[0]).toEqual(['41', '1']);
  });

  test.each([[{ segment: 1 }], [{ advertiser: '35', page: 0 }]])(
    'restarts for a cursor %j of another release',
    async (cursor) => {
      const { read } = await start({ size: 45 });
      expect(await read({}, { cursor })).toMatchObject({ error: null, deals: { length: 45 } });
    },
  );
});

test("the shop's own page is stored with the link that pays", async () => {
  const { read } = await start({ size: 1, advertisers: [35] });
  const { deals } = await read();
  expect(deals).toMatchObject([
    {
      link: expect.stringContaining('//profitshare.example.bg/l/'),
      productLink: expect.stringContaining('https://shop-35.example.bg/p/'),
    },
  ]);
});

describe('links that pay commission', () => {
  test('are created in batches of 20 for products without one', async () => {
    const { read, server } = await start({ size: 45, affiliateLinks: false });
    const { deals } = await read();
    expect(deals.every((deal) => /\/\/profitshare\.example\.bg\/l\/n-/.test(deal.link))).toBe(true);
    const made = server.requests.filter(({ method }) => method === 'POST');
    expect(made.map(({ body }) => new URLSearchParams(body).size / 2)).toEqual([20, 2, 20, 3]);
    expect(new URLSearchParams(made[0]?.body).get('0[url]')).toMatch(/^https:\/\/shop-35/);
  });

  test('are not created again for deals that have one', async () => {
    const replay = await start({ size: 45, affiliateLinks: false });
    const first = await replay.read();
    const knownLinks = new Map(first.deals.map((deal) => [deal.externalId, deal.link]));
    const again = await replay.read({}, { knownLinks });
    expect(again.deals).toEqual(first.deals);
    expect(replay.linksMade()).toBe(45);
  });
});

test.each([
  ['https://api.profitshare.bg', NOW, 'EUR'],
  ['https://api.profitshare.bg', Date.UTC(2025, 11, 31, 21, 59), 'BGN'],
  ['https://api.profitshare.ro', NOW, 'RON'],
])('prices at %s on %d are in %s', (baseUrl, now, currency) => {
  expect(currencyOf(marketOf(baseUrl), now)).toBe(currency);
});

test('prices in lei are rejected', async () => {
  const { read } = await start({ size: 2 });
  const { deals, rejected } = await read({ market: 'ro' });
  expect(deals).toEqual([]);
  expect(rejected.map(({ reason }) => reason)).toEqual([
    'currency_unsupported',
    'currency_unsupported',
  ]);
});

describe('products of unusual forms', () => {
  const good = {
    link: 'https://s.example.bg/a',
    name: 'Лаптоп',
    price_vat: 10,
    advertiser_id: 35,
  };
  const rows: readonly (readonly [string, unknown, object | string])[] = [
    ['a price as text', { ...good, price_vat: '664.17' }, { amount: 66_417 }],
    ['a price of three decimals', { ...good, price_vat: '1.099' }, { amount: 110 }],
    ['a price as people write it', { ...good, price_vat: '1 099,90' }, { amount: 109_990 }],
    ['a sale price above the price', { ...good, price_discounted: 11 }, { originalAmount: null }],
    ['only a sale price', { ...good, price_vat: null, price_discounted: '5' }, { amount: 500 }],
    [
      'a link with a space',
      { ...good, affiliate_link: ' //p.example.bg/a ' },
      { link: 'https://p.example.bg/a' },
    ],
    ['a dash for a picture', { ...good, image: '-' }, { media: [] }],
    ['entities escaped twice', { ...good, name: 'A &amp;amp; B' }, { title: 'A & B' }],
    ['nothing', {}, 'title_missing'],
    ['no object', 'product', 'shape_unknown'],
    ['null', null, 'shape_unknown'],
    ['no link', { ...good, link: ' ' }, 'link_missing'],
    ['a link that is none', { ...good, link: 'javascript:alert(1)' }, 'link_invalid'],
    ['no price', { ...good, price_vat: undefined }, 'price_missing'],
    ['a price of zero', { ...good, price_vat: '0.00' }, 'price_invalid'],
    ['a price beyond all bounds', { ...good, price_vat: 1e21 }, 'price_invalid'],
    ['a price that is too high', { ...good, price_vat: 99_999_999 }, 'price_too_high'],
  ];
  test.each(rows)('%s', async (_, product, expected) => {
    const { read } = await start({
      size: 1,
      advertisers: [35],
      affiliateLinks: true,
      product: () => product,
    });
    const { deals, rejected, error } = await read();
    expect(error).toBeNull();
    expect([...deals, ...rejected]).toMatchObject([outcome(expected)]);
  });

  test('links that differ only in tracking are one product', async () => {
    const { read } = await start({
      size: 2,
      advertisers: [35],
      product: (item) => ({ ...good, link: `${good.link}?utm_campaign=${item}#top` }),
    });
    const { deals } = await read();
    expect(new Set(deals.map((deal) => deal.externalId)).size).toBe(1);
  });
});

describe('when Profitshare rejects a call', () => {
  test.each([
    [
      'the key is wrong',
      { PROFITSHARE_USER: 'demo_user', PROFITSHARE_KEY: 'x' },
      'InvalidSignature',
    ],
    ['the user is wrong', { PROFITSHARE_USER: 'nobody', PROFITSHARE_KEY: 'x' }, 'InvalidClient'],
  ])('%s', async (_, credentials, code) => {
    const { read } = await start();
    const { error } = await read({}, { credentials });
    expect(error).toMatchObject({
      code: 'SOURCE_REFUSES',
      message: expect.stringContaining(code),
    });
  });

  test('the key is missing', async () => {
    const { read } = await start();
    const { error } = await read({}, { credentials: {} });
    expect(error?.code).toBe('CREDENTIAL_MISSING');
  });

  test.each([
    [-45_000, '45 s behind'],
    [30_000, '30 s ahead of'],
  ])('our clock is wrong by %d ms', async (skew, words) => {
    const { read } = await start();
    const { error } = await read({}, { skew });
    expect(error).toMatchObject({
      code: 'SOURCE_REFUSES',
      message: expect.stringContaining(words),
    });
  });

  test('a clock within 20 s is accepted', async () => {
    const { read } = await start({ size: 2 });
    expect((await read({}, { skew: 19_000 })).error).toBeNull();
  });
});

describe('errors', () => {
  const passing: readonly (readonly [string, Fault])[] = [
    ['500', { kind: 'status', status: 500 }],
    [
      'a storm of 429',
      { kind: 'status', status: 429, body: '{"error":{"code":"TOO_MANY_REQUESTS"}}' },
    ],
    [
      '429 with a date',
      { kind: 'status', status: 429, headers: { 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' } },
    ],
    ['a reset in mid page', { kind: 'reset' }],
    ['gzip that breaks off', { kind: 'truncated-gzip' }],
  ];
  test.each(passing)('%s: is retried, and nothing is missing', async (_, error) => {
    const { read, server } = await start({ size: 45 });
    server.misbehave(error, { after: 1, times: 2, path: '/affiliate-products' });
    expect(await read()).toMatchObject({ error: null, deals: { length: 45 } });
  });

  test.each([
    ['permanent 500', { kind: 'status', status: 500 }, 'SOURCE_FAILING'],
    ['permanent 429', { kind: 'status', status: 429 }, 'SOURCE_RATE_LIMITED'],
    ['permanent resets', { kind: 'reset' }, 'SOURCE_UNREACHABLE'],
    ['403', { kind: 'status', status: 403, body: '{}' }, 'SOURCE_REFUSES'],
    ['401 without a word', { kind: 'status', status: 401 }, 'SOURCE_REFUSES'],
    ['a page that never ends', { kind: 'endless' }, 'FEED_TOO_LARGE'],
    [
      'a web page',
      { kind: 'rewrite', rewrite: () => '<!doctype html><p>Работим' },
      'SOURCE_SHAPE_CHANGED',
    ],
    [
      'another shape',
      { kind: 'rewrite', rewrite: (body) => body.replace('"products"', '"items"') },
      'SOURCE_SHAPE_CHANGED',
    ],
  ] satisfies [string, Fault, string][])('%s: %o', async (_, fault, code) => {
    const { read, server } = await start({ size: 45 });
    server.misbehave(fault, { after: 1, times: 99, path: '/affiliate-products' });
    const { error } = await read();
    expect(error?.code).toBe(code);
  });

  test('a repeated page is requested again', async () => {
    const { read, server } = await start({ size: 45, advertisers: [35] });
    let first = '';
    server.misbehave(
      { kind: 'rewrite', rewrite: (body) => (first = body) },
      { path: '/affiliate-products' },
    );
    server.misbehave({ kind: 'rewrite', rewrite: () => first }, { path: '/affiliate-products' });
    expect(await read()).toMatchObject({ error: null, deals: { length: 45 } });
  });

  test.each([
    [
      'the first page again and again',
      (body: string) => body.replace(/"current_page":\d+/, '"current_page":1'),
    ],
    [
      'pages without products',
      (body: string) => body.replace(/"products":\[.*\]/, '"products":[]'),
    ],
  ])('%s: the reading fails rather than losing deals', async (_, rewrite) => {
    const { read, server } = await start({ size: 45, advertisers: [35] });
    server.misbehave(
      { kind: 'rewrite', rewrite },
      { after: 1, times: 99, path: '/affiliate-products' },
    );
    expect((await read()).error?.code).toBe('SOURCE_ENDLESS');
  });

  test('the documented limits are respected', async () => {
    const { read, server, time } = await start({ size: 2_600, advertisers: [35] });
    const { error, deals } = await read();
    expect({ error, count: deals.length }).toEqual({ error: null, count: 2_600 });
    // 130 pages at 60 a minute.
    expect(time.slept).toBeGreaterThanOrEqual(120_000);
    expect(
      server.requests.filter(({ url }) => url.pathname === '/affiliate-products/'),
    ).toHaveLength(130);
  });
});
