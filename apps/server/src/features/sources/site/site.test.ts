import { gzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createFakeTime, NOW, readSource } from '#test/connector-harness.ts';
import { useFeedServers } from '#test/import-harness.ts';
import { siteClassifieds, siteShop } from './site.ts';

interface Response {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly headers?: Record<string, string>;
}

const startServer = useFeedServers();
let site: string;
let asked: number;
let responses: Record<string, Response>;

const page = (body: string, status = 200): Response => ({
  status,
  body,
  headers: { 'content-type': 'text/html; charset=utf-8' },
});
const product = (name: string, price: string): Response =>
  page(`<title>${name} | Магазин</title><script type="application/ld+json">
    {"@context":"https://schema.org","@graph":[{"@type":"Product","name":"${name}",
     "offers":{"@type":"Offer","price":"${price}","priceCurrency":"EUR",
     "availability":"https://schema.org/InStock"}}]}</script>`);

const sitemap = (...urls: readonly string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((path) => `<url><loc>\n ${site}${path} </loc></url>`)
    .join('')}</urlset>`;

beforeEach(async () => {
  responses = {};
  asked = 0;
  site = await startServer((request, response) => {
    asked += 1;
    const { status, body, headers } = responses[request.url ?? ''] ?? { status: 404, body: '' };
    response.writeHead(status, headers).end(body);
  });
});

const read = (
  config: object = { url: site },
  options: Partial<Parameters<typeof readSource>[2]> = {},
) => readSource(siteShop, config, { time: createFakeTime(), ...options });

const titles = ({ deals }: Awaited<ReturnType<typeof read>>) =>
  deals.map(({ title }) => title).toSorted((one, other) => one.localeCompare(other));

test('a shop is read by the sitemaps that its robots.txt names', async () => {
  responses = {
    '/robots.txt': page(`User-agent: *\nDisallow: /secret\nSitemap: ${site}/index.xml`),
    '/index.xml': page(`<sitemapindex><sitemap><loc>${site}/a.xml.gz</loc></sitemap>
      <sitemap><loc>${site}/b.xml</loc></sitemap></sitemapindex>`),
    '/a.xml.gz': { status: 200, body: gzipSync(sitemap('/kettle', '/about', '/secret/1')) },
    '/b.xml': page(sitemap('/pan', '/gone')),
    '/kettle': product('Чайник', '20.00'),
    '/pan': product('Тиган', '31.50'),
    '/about': page('<title>За нас</title>'),
    '/secret/1': product('Тайна', '1.00'),
  };
  const reading = await read();
  expect(reading.error).toBeNull();
  expect(titles(reading)).toEqual(['Тиган', 'Чайник']);
  expect(reading.rejected).toEqual([]);
  expect(reading.deals[0]).toMatchObject({ currency: 'EUR', availability: 'in_stock' });
});

test('a bare & in a sitemap costs no page, and what is no address of a page is left out', async () => {
  responses = {
    '/sitemap.xml': page(
      sitemap('/pan?a=1&b=2', `/${'x'.repeat(2_048)}`, '/pot').replace(
        '<url>',
        `<url><loc>${site.replace('http', 'ftp')}/lid</loc></url><url>`,
      ),
    ),
    '/pan?a=1&b=2': product('Тиган', '31.50'),
    '/pot': product('Тенджера', '42'),
  };
  const reading = await read();
  expect(titles(reading)).toEqual(['Тенджера', 'Тиган']);
  // With robots.txt, and robots.txt as a list of sitemaps.
  expect(asked).toBe(5);
});

test('robots.txt may name what is no sitemap, and more sitemaps than are read', async () => {
  const names = Array.from({ length: 300 }, (_, at) => `Sitemap: ${site}/${at}.xml`);
  responses = {
    '/robots.txt': page(['Sitemap: localhost:8080/a.xml', ...names].join('\n')),
    '/7.xml': page(sitemap('/pan')),
    '/pan': product('Тиган', '31.50'),
  };
  expect(titles(await read())).toEqual(['Тиган']);
  expect(asked).toBe(203);
});

test('a stray end in a sitemap hides no page, and does not make it whole', async () => {
  responses = {
    '/sitemap.xml': page(sitemap('/pan', '/pot').replace('</url>', '</url></p>')),
    '/pan': product('Тиган', '31.50'),
    '/pot': product('Тенджера', '42'),
  };
  const reading = await read();
  expect(titles(reading)).toEqual(['Тенджера', 'Тиган']);
  expect([...reading.failedParts.keys()]).toEqual(['sitemap']);
});

test.each([
  ['tags that do not end', '<a b'],
  ['attributes', 'b '],
  ['elements within elements', '<a>'],
  ['ends without beginnings', '</b>'],
])('a sitemap of %s is read to its damage, while the server does other work', async (_, piece) => {
  responses = {
    '/sitemap.xml': page(sitemap('/pan').replace('</urlset>', `<a ${piece.repeat(500_000)}`)),
    '/pan': product('Тиган', '31.50'),
  };
  const write = vi.spyOn(SaxesParser.prototype, 'write');
  onTestFinished(() => write.mockRestore());
  const reading = await read();
  expect(titles(reading)).toEqual(['Тиган']);
  expect([...reading.failedParts.keys()]).toEqual(['sitemap']);
  // Each piece is parsed without a pause, and all together would take half a minute.
  const lengths = write.mock.calls.map(([text]) => (typeof text === 'string' ? text.length : 0));
  expect(Math.max(...lengths)).toBeLessThan(10_000);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(1.1 * 2 ** 20);
});

test('microdata and Open Graph are read as well', async () => {
  responses = {
    '/sitemap.xml': page(sitemap('/micro', '/graph')),
    '/micro': page(`<div itemscope itemtype="http://schema.org/Product">
      <div itemprop="brand" itemscope itemtype="http://schema.org/Brand"><i itemprop="name">Ера</i></div>
      <h1 itemprop="name">Тенджера <b>5 л</b></h1><img itemprop="image" src="/t.jpg">
      <p itemprop="offers" itemscope itemtype="http://schema.org/Offer">
      <span itemprop="price">1 049,90</span><meta itemprop="priceCurrency" content="EUR">
      <link itemprop="availability" href="http://schema.org/OutOfStock"></p></div>`),
    '/graph': page(`<meta property="og:title" content="Ютия"><meta property="og:price:amount"
      content="45"><meta property="og:price:currency" content="EUR">`),
  };
  const { deals } = await read();
  expect(deals).toHaveLength(2);
  expect(deals.find(({ title }) => title === 'Тенджера 5 л')).toMatchObject({
    amount: 1_049_90,
    availability: 'out_of_stock',
    media: [{ url: `${site}/t.jpg` }],
  });
  expect(deals.find(({ title }) => title === 'Ютия')).toMatchObject({ amount: 45_00 });
});

test('what is no page is no deal, whatever it contains', async () => {
  const headers = { 'content-type': 'application/pdf' };
  responses = {
    '/sitemap.xml': page(sitemap('/pan', '/manual.pdf')),
    '/pan': product('Тиган', '31.50'),
    '/manual.pdf': { ...product('Ръководство', '5'), headers },
  };
  expect(titles(await read())).toEqual(['Тиган']);
});

test('pages that did not change are not read, but each once a week', async () => {
  const paths = Array.from({ length: 28 }, (_, at) => `/p${at}`);
  responses = {
    '/sitemap.xml': page(
      sitemap(...paths).replaceAll('</loc>', '</loc><lastmod>2026-01-01</lastmod>'),
    ),
    ...Object.fromEntries(paths.map((path) => [path, product(path, '5')])),
  };
  expect((await read()).deals).toHaveLength(28);
  const { deals, error } = await read({ url: site }, { since: NOW - 1 });
  expect(error).toBeNull();
  expect(deals.length).toBeLessThan(14);
});

test('a reading goes on behind the page at which it was interrupted', async () => {
  responses = {
    '/sitemap.xml': page(sitemap('/1', '/2', '/3')),
    '/1': product('Едно', '1'),
    '/2': product('Две', '2'),
    '/3': product('Три', '3'),
  };
  const whole = await read();
  const rest = await read({ url: site }, { cursor: whole.cursors[0] ?? null });
  expect(rest.deals).toEqual(whole.deals.slice(1));
});

test.each([
  ['a page', () => '<html>Грешка</html>'],
  ['cut off', () => sitemap('/pot').slice(0, -30)],
])('a damaged sitemap (%s) stops no other, and known deals are read', async (_, damaged) => {
  responses = {
    '/robots.txt': page(`Sitemap: ${site}/a.xml\nSitemap: ${site}/b.xml`),
    '/a.xml': page(sitemap('/pan', '/pot', '/cup')),
    '/b.xml': page(sitemap('/lid')),
    '/pan': product('Тиган', '31.50'),
    '/pot': product('Тенджера', '42'),
    '/lid': product('Капак', '5'),
  };
  const { deals } = await read();
  const knownLinks = new Map(deals.map(({ externalId, link }) => [externalId, link ?? '']));
  const unseen = [...knownLinks.keys()];
  responses['/b.xml'] = page(damaged());
  responses['/a.xml'] = page(sitemap('/pot'));
  delete responses['/pan'];
  const reading = await read({ url: site }, { unseen, knownLinks });
  expect(titles(reading)).toEqual(['Капак', 'Тенджера']);
  expect([...reading.failedParts]).toEqual([['sitemap', expect.stringContaining('/b.xml: ')]]);
  const [cursor = null] = reading.cursors;
  responses['/b.xml'] = page(sitemap('/lid'));
  const rest = await read({ url: site }, { cursor, unseen, knownLinks });
  expect(rest.failedParts).toEqual(reading.failedParts);
});

test.each([
  [() => ({}), 'FEED_UNREACHABLE'],
  [() => ({ '/sitemap.xml': page('<!doctype html><p>Здравейте') }), 'FEED_IS_HTML'],
  [() => ({ '/sitemap.xml': page('<urlset></urlset>') }), 'FEED_EMPTY'],
  [() => ({ '/sitemap.xml': { status: 403, body: '' } }), 'SOURCE_REFUSES'],
])('a site without a sitemap is an error: %#', async (given, code) => {
  responses = given();
  expect((await read()).error?.code).toBe(code);
});

test('a site that rejects us page after page is left alone', async () => {
  const paths = Array.from({ length: 30 }, (_, at) => `/p${at}`);
  responses = {
    '/sitemap.xml': page(sitemap(...paths)),
    ...Object.fromEntries(paths.map((path) => [path, page('', 403)])),
  };
  expect((await read()).error?.code).toBe('SOURCE_REFUSES');
  expect(asked).toBeLessThan(10);
});

test('classifieds claim no former price and name no shop', async () => {
  responses = {
    '/sitemap.xml': page(sitemap('/ads/1', '/shops/1')),
    '/ads/1': product('Колело', '120'),
    '/shops/1': product('Друго', '1'),
  };
  const { deals } = await readSource(
    siteClassifieds,
    { url: site, under: '/ads/' },
    { time: createFakeTime() },
  );
  expect(deals).toMatchObject([{ title: 'Колело', merchant: null, condition: 'good' }]);
});

const linked = (data: object, body = ''): Response =>
  page(`<script type="application/ld+json">${JSON.stringify(data)}</script>${body}`);

const homes: readonly (readonly [string, () => Response, object])[] = [
  [
    'a listing about an apartment, with the price of a square metre beside its own',
    () =>
      linked({
        '@type': 'RealEstateListing',
        name: 'Апартамент в Лозенец',
        offers: {
          '@type': 'Offer',
          businessFunction: 'http://purl.org/goodrelations/v1#Sell',
          priceSpecification: [
            { price: 1_500, priceCurrency: 'EUR', unitCode: 'MTK' },
            { price: 97_500, priceCurrency: 'EUR' },
          ],
        },
        about: {
          '@type': 'Apartment',
          floorSize: { '@type': 'QuantitativeValue', value: 65.125, unitCode: 'MTK' },
          numberOfRooms: { '@type': 'QuantitativeValue', value: '2' },
          floorLevel: '3',
          yearBuilt: 2009,
          address: {
            '@type': 'PostalAddress',
            addressLocality: 'София',
            streetAddress: 'кв. Лозенец, ул. Крива 1',
          },
        },
      }),
    {
      amount: 97_500_00,
      locationId: 'sofia',
      details: {
        area: 65.13,
        rooms: 2,
        floor: '3',
        year: 2009,
        district: 'Лозенец',
        offer: 'sale',
      },
    },
  ],
  [
    'an offer that names the apartment, for a month',
    () =>
      linked({
        '@graph': [
          { '@type': ['Product', 'Apartment'], '@id': '#home', name: 'Апартамент', floorSize: 40 },
          {
            '@type': 'Offer',
            itemOffered: { '@id': '#home' },
            price: 600,
            priceCurrency: 'EUR',
            priceSpecification: { unitCode: 'MON' },
          },
        ],
      }),
    { amount: 600_00, details: { area: 40, offer: 'rent' } },
  ],
  [
    'a product with properties of its own, by its place in the site',
    () =>
      linked([
        {
          '@type': 'Product',
          name: 'Апартамент, гр. Варна',
          offers: { price: 450, priceCurrency: 'EUR' },
          additionalProperty: [
            { '@type': 'PropertyValue', name: 'Площ', value: 70, unitText: 'кв.м' },
            { '@type': 'PropertyValue', name: 'Етаж', value: 'партер' },
          ],
        },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [{ name: 'Наеми' }, { name: 'Двустаен' }, { name: 'Обява' }],
        },
      ]),
    {
      locationId: 'varna',
      details: { area: 70, rooms: 2, floor: 'партер', offer: 'rent' },
    },
  ],
  [
    'microdata with a quantity and an address',
    () =>
      page(`<div itemscope itemtype="https://schema.org/Apartment"><h1 itemprop="name">Дом</h1>
        <p itemprop="floorSize" itemscope itemtype="https://schema.org/QuantitativeValue">
        <b itemprop="value">82</b> <meta itemprop="unitCode" content="MTK"></p>
        <span itemprop="numberOfRooms">3</span>
        <p itemprop="address" itemscope itemtype="https://schema.org/PostalAddress">
        <i itemprop="addressLocality">Пловдив</i></p>
        <p itemprop="offers" itemscope itemtype="https://schema.org/Offer">
        <meta itemprop="price" content="90000"></p></div>`),
    { locationId: 'plovdiv', details: { area: 82, rooms: 3 } },
  ],
  [
    'Open Graph, and a table of facts',
    () =>
      page(`<meta property="og:title" content="Продава двустаен апартамент, София">
        <meta property="og:price:amount" content="120000"><table>
        <tr><td>Площ:</td><td>64 <sup>кв.м</sup></td></tr><tr><th>Етаж</th><td>4 от 8</td></tr>
        </table><dl><dt>Квартал</dt><dd>Изток</dd><dt>Строителство</dt><dd>Панел, 1985 г.</dd></dl>`),
    {
      locationId: 'sofia',
      details: {
        area: 64,
        rooms: 2,
        floor: '4 от 8',
        district: 'Изток',
        buildType: 'панел',
        year: 1985,
        offer: 'sale',
      },
    },
  ],
];
test.each(homes)('facts of homes: %s', async (_, given, deal) => {
  responses = { '/sitemap.xml': page(sitemap('/home')), '/home': given() };
  const { deals } = await readSource(siteClassifieds, { url: site }, { time: createFakeTime() });
  expect(deals).toMatchObject([{ category: 'imoti', ...deal }]);
});

test('a shop that sells a fork called "вила" has no homes', async () => {
  responses = {
    '/sitemap.xml': page(sitemap('/fork')),
    '/fork': product('Вила за сено', '15'),
  };
  expect((await read()).deals).toMatchObject([{ details: null }]);
});
