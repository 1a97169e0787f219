import { describe, expect, test } from 'vitest';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { feedFields, type FeedField } from './merchant-feed/feed-item.ts';
import { createItemMapper } from './merchant-feed/map-item.ts';
import { parsePrice } from './records/price.ts';
import { parseDelivery } from './merchant-feed/delivery.ts';
import { cleanLine, cleanParagraphs, cleanUrl } from './records/text.ts';
import { createXmlItemParser } from './merchant-feed/xml-items.ts';
import { createTsvItemParser } from './merchant-feed/tsv-items.ts';
import { importLimits } from './pipeline/import-limits.ts';
import { describeProduct } from './product-page/describe-product.ts';
import { baseUrlSchema } from './records/base-url.ts';
import { readPropertyFacts } from './records/property-facts.ts';
import { SeparatedRows } from './records/separated-rows.ts';
import { parseSitemap, sitemapsIn } from './site/read-sitemap.ts';
import { createEntryMapper } from './travel-feed/map-entry.ts';
import { entryFields } from './travel-feed/travel-entry.ts';

// A text whose cost grows with the square of its length takes minutes here.

/** Pieces that begin something which never ends, and those that patterns repeat. */
const pieces: readonly string[] = [
  '< > & / . , - : ; ( ) [ { " \' ` * # @ = % ! ? 1 a я'.split(' '),
  ['<a', '<a ', '</', '</p', '<br ', '<!--', '<!-- -', '<script ', '<script>', '<style'],
  ['</script ', '<img ', '<img src', 'src="', '&amp;', '&#', '<a>', '</a>', '<b></i>'],
  ['1 ', '1,', "1'", '1.1', '111 ', 'XL ', '1 x ', 'a.', 'a ', ', ', 'в. ', 'ет. '],
  [' ', '\n', ' \n', '\r\n', '\u2028', '\u00A0', '\uD83D', 'sitemap', 'http://', 'from ', 'src = '],
  ['\u0F71\u0301\u0327', '\u0327\uFF9E'],
].flat();
const REPETITIONS = 50_000;

const hostile: readonly string[] = pieces.flatMap((piece) => {
  const text = piece.repeat(REPETITIONS);
  return [text, `x${text}x`];
});

const good: ReadonlyMap<FeedField, string> = new Map([
  ['id', '1'],
  ['title', 'Кафемашина'],
  ['link', 'https://s.example/1'],
  ['price', '4.99 EUR'],
]);

const mapItem = (fields: ReadonlyMap<FeedField, string>, moreImages: readonly string[] = []) =>
  createItemMapper(
    { title: null, link: null },
    0,
  )({ row: 1, fields, moreImages, surplusColumns: false, tooLong: false, cut: false });

const mapEntry = (text: string) =>
  createEntryMapper(0)(
    {
      row: 1,
      tooLong: false,
      fields: new Map([
        ...entryFields.map((field) => [field, text] as const),
        ['link', 'https://s.example/1'],
        ['title', `${text.slice(0, 200)} 5 €`],
      ]),
      fare: new Map(),
      categories: [text],
      images: [],
    },
    null,
  );

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  cleanLine: (text) => cleanLine(text, 300),
  cleanParagraphs: (text) => cleanParagraphs(text, 10_000),
  cleanUrl: (text) => [cleanUrl(text), cleanUrl(`https://s.example/${text}`)],
  parsePrice,
  parseDelivery: (text) => parseDelivery(text, text, { amount: 1, currency: 'EUR' }),
  readPropertyFacts: (text) =>
    readPropertyFacts({
      named: ['area', 'rooms', 'kind', 'year', text].map((name) => ({ name, texts: [text] })),
      url: text,
      title: cleanLine(text, 300),
      description: cleanParagraphs(text, 10_000),
    }),
  sitemapsIn: (text) => sitemapsIn(text, new URL('https://s.example/')),
  baseUrlSchema: (text) => parseUntrusted(baseUrlSchema, `https://s.example/${text}`),
  'the optional fields of an item': (text) =>
    mapItem(new Map([...feedFields.map((field) => [field, text] as const), ...good]), [text]),
  mapEntry,
};

test.each(Object.entries(readers))('%s', (_, read) => {
  for (const text of hostile) expect(() => read(text)).not.toThrow();
});

test.each([...good.keys()])('the field %s of an item', (field) => {
  for (const text of hostile)
    expect(mapItem(new Map([...good, [field, text]]))).toMatchObject({ row: 1 });
});

test('the children of a structured field', () => {
  for (const text of hostile) {
    const parser = createXmlItemParser({ title: null, link: null }, importLimits);
    const items = parser.push(
      `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>1</g:id><g:shipping><![CDATA[${text}]]></g:shipping></item></channel></rss>`,
    );
    expect(items).toHaveLength(1);
  }
});

// JavaScript also sees a beginning of a line after these.
test('a robots.txt of line separators', { timeout: 5_000 }, () => {
  const text = '\u2028'.repeat(3 * REPETITIONS);
  expect(sitemapsIn(text, new URL('https://s.example/'))).toEqual([]);
});

test('a sitemap of many words, none of which is a URL', { timeout: 1_500 }, async () => {
  expect((await parseSitemap('ab '.repeat(2 ** 24))).entries).toEqual([]);
});

/** All lines of a few characters that matter to separated values. */
const shortLines = (length: number): readonly string[] =>
  length === 0
    ? ['']
    : shortLines(length - 1).flatMap((line) => ['a', '"', '\t'].map((next) => line + next));
const LINE_CHARACTERS = 4;
const LINES = 20_000;

/** The number of rows of a text in pieces of the length that files are read in. */
const rowsIn = (text: string): number => {
  const reader = new SeparatedRows('\t', importLimits);
  let rows = 0;
  for (let at = 0; at < text.length; at += 2 ** 16)
    rows += reader.push(text.slice(at, at + 2 ** 16)).length;
  return rows + reader.end(1).length;
};

describe('separated values', () => {
  test('of short lines with quotes', () => {
    for (const line of shortLines(LINE_CHARACTERS))
      expect(rowsIn(`${line}x\n`.repeat(LINES))).toBeGreaterThan(0);
  });

  test('of quotes that stay open over long lines', () => {
    const line = `a"\t"${'x'.repeat(20_000)}\n`;
    expect(rowsIn(line.repeat(500))).toBe(500);
  });

  test('of one line with stray quotes', () => {
    expect(rowsIn('"a"b\t'.repeat(1_000_000))).toBe(1);
  });

  test('with a header of many columns above short rows', () => {
    const parser = createTsvItemParser(importLimits);
    parser.push(`id\ttitle${'\tid'.repeat(300_000)}\n`);
    expect(parser.push('a\tb\n'.repeat(REPETITIONS))).toHaveLength(REPETITIONS);
  });
});

const DATA_START = '<script type="application/ld+json">';
const refer = (id: string) => Array.from({ length: 4_000 }, () => ({ '@id': id }));

describe('a page', () => {
  const url = 'https://s.example/1';

  test('of markup', () => {
    for (const text of hostile)
      expect(describeProduct(`<title>a</title><p>${text}`, url)?.title).toBe('a');
  });

  test('with such values', () => {
    const names = ['og:description', 'og:image', 'product:price:amount', 'gtin'];
    for (const text of hostile) {
      const value = text.replaceAll('"', "'");
      const tags = names.map((name) => `<meta property="${name}" content="${value}">`);
      expect(describeProduct(`<title>a</title>${tags.join('')}`, url)?.title).toBe('a');
    }
  });

  test('with such structured data', () => {
    for (const text of hostile) {
      const product = { '@type': 'Product', name: 'a', description: text };
      const data = JSON.stringify(product).replaceAll('<', String.raw`\u003c`);
      expect(describeProduct(`${DATA_START}${data}</script>`, url)?.title).toBe('a');
      expect(describeProduct(`<title>a</title>${DATA_START}${text}</script>`, url)?.title).toBe(
        'a',
      );
    }
  });

  test('with elements in elements, none of which ends', () => {
    expect(
      describeProduct(`<title>a</title>${'<i>'.repeat(500_000)}${'</b>'.repeat(500_000)}`, url),
    ).toMatchObject({ title: 'a' });
  });

  test('whose nodes refer to each other', () => {
    const graph = [
      { '@type': 'Product', name: 'a', hasVariant: refer('variant') },
      { '@id': 'variant', '@type': 'Product', name: 'a', offers: refer('offers') },
      { '@id': 'offers', '@type': 'AggregateOffer', offers: refer('offer') },
      { '@id': 'offer', '@type': 'Offer', priceSpecification: refer('price') },
      { '@id': 'price', price: 5, priceCurrency: 'EUR' },
    ];
    const page = `${DATA_START}${JSON.stringify({ '@graph': graph })}</script>`;
    expect(describeProduct(page, url)?.title).toBe('a');
  });

  test('with an aggregate of itself', () => {
    const graph = [
      { '@type': 'Product', name: 'a', offers: { '@id': 'offers' } },
      { '@id': 'offers', '@type': 'AggregateOffer', offers: [{ '@id': 'offers' }] },
    ];
    const page = `${DATA_START}${JSON.stringify({ '@graph': graph })}</script>`;
    expect(describeProduct(page, url)).toMatchObject({ title: 'a', price: null });
  });
});
