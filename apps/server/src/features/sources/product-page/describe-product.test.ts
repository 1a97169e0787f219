import { describe, expect, test } from 'vitest';
import { describeProduct } from './describe-product.ts';

const URL_HERE = 'https://shop.example/p/1';

const page = (data: unknown, head = ''): string =>
  `<!doctype html><html><head><title>Магазин</title>${head}<script type="application/ld+json">${
    typeof data === 'string' ? data : JSON.stringify(data)
  }</script></head><body></body></html>`;

const product = (fields: object) => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Кафемашина',
  ...fields,
});
const read = (data: unknown, head?: string) => describeProduct(page(data, head), URL_HERE);

test('a product with all its data', () => {
  expect(
    read(
      product({
        description: '<p>Еспресо &amp; капучино</p>',
        image: [
          '/a.jpg',
          { '@type': 'ImageObject', url: 'https://img.example/b.jpg' },
          '//c.example/c.jpg',
        ],
        brand: { '@type': 'Brand', name: 'Acme' },
        gtin13: '4006381333931',
        mpn: 'KM-1',
        category: 'Кухня > Кафемашини',
        offers: {
          '@type': 'Offer',
          price: '299.90',
          priceCurrency: 'EUR',
          availability: 'https://schema.org/InStock',
          itemCondition: 'https://schema.org/RefurbishedCondition',
        },
      }),
      '<meta property="og:site_name" content="Магазин &quot;Кафе&quot;"><link rel="canonical" href="/p/kafemashina">',
    ),
  ).toEqual({
    url: 'https://shop.example/p/kafemashina',
    title: 'Кафемашина',
    description: 'Еспресо & капучино',
    price: { amount: 29_990, currency: 'EUR' },
    originalPrice: null,
    category: 'home-garden',
    condition: 'like_new',
    images: ['https://shop.example/a.jpg', 'https://img.example/b.jpg', 'https://c.example/c.jpg'],
    brand: 'Acme',
    gtin: '4006381333931',
    mpn: 'KM-1',
    inStock: true,
    merchant: 'Магазин "Кафе"',
  });
});

describe('places of structured data', () => {
  test('nodes in a graph, which link by @id', () => {
    const graph = {
      '@graph': [
        { '@type': 'WebPage', '@id': '#page', name: 'Страница' },
        {
          '@type': ['Product', 'Thing'],
          '@id': '#product',
          name: 'Диван',
          offers: { '@id': '#offer' },
          brand: { '@id': '#brand' },
          image: { '@id': '#image' },
        },
        { '@type': 'Brand', '@id': '#brand', name: 'Acme' },
        { '@type': 'ImageObject', '@id': '#image', contentUrl: '/d.jpg' },
        { '@type': 'Offer', '@id': '#offer', price: 650, priceCurrency: 'BGN' },
      ],
    };
    expect(read(graph)).toMatchObject({
      title: 'Диван',
      price: { amount: 65_000, currency: 'BGN' },
      brand: 'Acme',
      images: ['https://shop.example/d.jpg'],
    });
  });

  const prices: readonly (readonly [string, object, number | null])[] = [
    ['a number', { offers: { price: 12.5, priceCurrency: 'EUR' } }, 1_250],
    ['a number as text', { offers: { price: '12.50', priceCurrency: 'EUR' } }, 1_250],
    ['as people write it', { offers: { price: '1 299,00', priceCurrency: 'EUR' } }, 129_900],
    ['with its currency in the text', { offers: { price: '1 299,00 €' } }, 129_900],
    [
      'offers in a list, the cheapest',
      {
        offers: [
          { price: 30, priceCurrency: 'EUR' },
          { price: 20, priceCurrency: 'EUR' },
        ],
      },
      2_000,
    ],
    [
      'AggregateOffer',
      {
        offers: {
          '@type': 'AggregateOffer',
          lowPrice: '9.99',
          highPrice: '20',
          offerCount: 3,
          priceCurrency: 'EUR',
        },
      },
      999,
    ],
    [
      'AggregateOffer with offers only',
      { offers: { '@type': 'AggregateOffer', offers: [{ price: 7, priceCurrency: 'EUR' }] } },
      700,
    ],
    [
      'AggregateOffer, the cheapest that is not sold out',
      {
        offers: {
          '@type': 'AggregateOffer',
          lowPrice: 5,
          priceCurrency: 'EUR',
          offers: [
            { price: 5, priceCurrency: 'EUR', availability: 'https://schema.org/OutOfStock' },
            { price: 9, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
          ],
        },
      },
      900,
    ],
    [
      'AggregateOffer whose offers have no prices',
      {
        offers: {
          '@type': 'AggregateOffer',
          lowPrice: 5,
          priceCurrency: 'EUR',
          offers: [{ availability: 'https://schema.org/OutOfStock' }],
        },
      },
      500,
    ],
    [
      'priceSpecification',
      { offers: { priceSpecification: { price: 15, priceCurrency: 'EUR' } } },
      1_500,
    ],
    [
      'type by its address',
      {
        '@type': 'http://schema.org/Product',
        offers: { '@type': 'http://schema.org/Offer', price: 15, priceCurrency: 'EUR' },
      },
      1_500,
    ],
    [
      'variants',
      {
        '@type': 'ProductGroup',
        hasVariant: [{ '@type': 'Product', name: 'S', offers: { price: 8, priceCurrency: 'EUR' } }],
      },
      800,
    ],
    [
      'the cheapest that is not sold out',
      {
        offers: [
          { price: 5, priceCurrency: 'EUR', availability: 'https://schema.org/OutOfStock' },
          { price: 9, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
          { price: 8, priceCurrency: 'EUR' },
        ],
      },
      800,
    ],
    ['the sign of the currency', { offers: { price: '12,50', priceCurrency: '€' } }, 1_250],
    ['the word for the currency', { offers: { price: '12,50', priceCurrency: 'лв.' } }, 1_250],
    ['dollars', { offers: { price: 15, priceCurrency: 'USD' } }, null],
    ['zero', { offers: { price: '0.00', priceCurrency: 'EUR' } }, null],
    ['words', { offers: { price: 'по договаряне', priceCurrency: 'EUR' } }, null],
    ['nothing', { offers: null }, null],
    ['no offers', {}, null],
  ];
  test.each(prices)('the price: %s', (_, fields, amount) => {
    expect(read(product(fields))?.price?.amount ?? null).toBe(amount);
  });

  test('the former price that the shop shows', () => {
    const offer = {
      priceCurrency: 'EUR',
      price: 80,
      priceSpecification: [
        {
          '@type': 'UnitPriceSpecification',
          priceType: 'https://schema.org/ListPrice',
          price: 100,
          priceCurrency: 'EUR',
        },
      ],
    };
    expect(read(product({ offers: offer }))).toMatchObject({
      price: { amount: 8_000 },
      originalPrice: { amount: 10_000, currency: 'EUR' },
    });
    expect(read(product({ offers: { ...offer, price: 120 } }))?.originalPrice).toBeNull();
  });

  test('of several products the one with the URL of the page', () => {
    const other = product({ name: 'Друга', offers: { price: 1, priceCurrency: 'EUR' } });
    const here = product({ name: 'Тази', url: '/p/1', offers: { price: 2, priceCurrency: 'EUR' } });
    expect(read([other, here])?.title).toBe('Тази');
    expect(read([other, product({ name: 'Без цена' })])?.title).toBe('Друга');
  });

  test('a group with all its variants, not the first of them', () => {
    const group = {
      '@type': 'ProductGroup',
      name: 'Тениска',
      hasVariant: [
        { name: 'Тениска S', offers: { price: 20, availability: 'OutOfStock' } },
        { name: 'Тениска M', offers: { price: 25, availability: 'InStock' } },
      ].map((fields) => product({ ...fields, gtin: '4006381333931', image: '/v.jpg' })),
    };
    expect(read(group)).toMatchObject({
      title: 'Тениска',
      price: { amount: 2_500 },
      inStock: true,
      images: ['https://shop.example/v.jpg'],
      gtin: null,
    });
  });

  test('the category by the breadcrumbs', () => {
    const crumbs = {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, item: { '@id': '/', name: 'Начало' } },
        { '@type': 'ListItem', position: 2, name: 'Мебели' },
        { '@type': 'ListItem', position: 3, name: 'Нещо' },
      ],
    };
    expect(read([product({ name: 'Нещо' }), crumbs])?.category).toBe('furniture');
  });

  test.each([
    ['https://schema.org/OutOfStock', false],
    ['SoldOut', false],
    ['http://schema.org/InStock', true],
    ['', true],
  ])('availability %s: %s', (availability, inStock) => {
    expect(read(product({ offers: { availability } }))?.inStock).toBe(inStock);
  });

  test.each([
    [['OutOfStock', 'InStock'], true],
    [['OutOfStock', 'SoldOut'], false],
  ])('of offers with %j one can be bought: %s', (words, inStock) => {
    const offers = words.map((availability) => ({ price: 5, availability }));
    expect(read(product({ offers }))?.inStock).toBe(inStock);
    const aggregate = { '@type': 'AggregateOffer', lowPrice: 5, offers };
    expect(read(product({ offers: aggregate }))?.inStock).toBe(inStock);
  });

  test.each([
    ['4006381333931', '4006381333931'],
    ['4006 3813-33931', '4006381333931'],
    ['123', null],
    ['-', null],
  ])('gtin %s is %s', (gtin, expected) => {
    expect(read(product({ gtin }))?.gtin).toBe(expected);
  });
});

describe('data that is not quite JSON', () => {
  test.each([
    ['a line break in a text', '{"@type":"Product","name":"Кафе\nмашина"}', 'Кафе машина'],
    ['a comma too many', '{"@type":"Product","name":"Кафемашина",}', 'Кафемашина'],
    ['in a comment', '<!-- {"@type":"Product","name":"Кафемашина"} -->', 'Кафемашина'],
    ['in CDATA', '/*<![CDATA[*/{"@type":"Product","name":"Кафемашина"}/*]]>*/', 'Кафемашина'],
    ['broken', '{"@type":"Product","name":"Кафе', 'Магазин'],
    ['null', 'null', 'Магазин'],
    ['a text', '"Product"', 'Магазин'],
    ['nested without end', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'Магазин'],
  ])('%s', (_, data, title) => expect(read(data)?.title).toBe(title));

  test('an invalid block does not affect the others', () => {
    const html = page('{').replace(
      '</head>',
      `<script type="application/ld+json">${JSON.stringify(product({}))}</script></head>`,
    );
    expect(describeProduct(html, URL_HERE)?.title).toBe('Кафемашина');
  });
});

const meta = (content: Record<string, string>): string =>
  `<html><head><title>Заглавие</title>${Object.entries(content)
    .map(([name, value]) => `<meta property="${name}" content="${value}">`)
    .join('')}</head></html>`;

describe('without structured data', () => {
  test('Open Graph is used', () => {
    const html = meta({
      'og:title': 'Диван &quot;Лукс&quot;',
      'og:description': 'Мек',
      'og:image': '/d.jpg',
      'product:price:amount': '1 299,00',
      'product:price:currency': 'BGN',
      'product:original_price:amount': '1500',
      'product:original_price:currency': 'BGN',
      'product:brand': 'Acme',
      'product:condition': 'used',
      'product:availability': 'out of stock',
    });
    expect(describeProduct(html, URL_HERE)).toMatchObject({
      title: 'Диван "Лукс"',
      description: 'Мек',
      images: ['https://shop.example/d.jpg'],
      price: { amount: 129_900, currency: 'BGN' },
      originalPrice: { amount: 150_000, currency: 'BGN' },
      brand: 'Acme',
      condition: 'good',
      inStock: false,
      category: 'furniture',
    });
  });

  test('microdata is used', () => {
    const html =
      '<title>Стол</title><div itemprop="offers"><span itemprop="price" content="25.00">25</span><meta itemprop="priceCurrency" content="EUR"></div>';
    expect(describeProduct(html, URL_HERE)).toMatchObject({
      title: 'Стол',
      price: { amount: 2_500 },
    });
  });

  test('at least the title; without it the page is unreadable', () => {
    expect(describeProduct('<title> Стол &amp; маса </title>', URL_HERE)).toMatchObject({
      title: 'Стол & маса',
      price: null,
    });
    expect(describeProduct('<p>Здравей', URL_HERE)).toBeNull();
    expect(describeProduct('', URL_HERE)).toBeNull();
  });

  test('a URL of another site is not used as the page’s own', () => {
    const html = '<title>Стол</title><link rel="canonical" href="https://evil.example/">';
    expect(describeProduct(html, URL_HERE)?.url).toBe(URL_HERE);
  });

  test('javascript: URLs are not used as images', () => {
    expect(
      describeProduct(meta({ 'og:title': 'Стол', 'og:image': 'javascript:alert(1)' }), URL_HERE)
        ?.images,
    ).toEqual([]);
  });
});
