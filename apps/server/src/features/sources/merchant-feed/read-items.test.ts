import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ImportError } from '../pipeline/import-error.ts';
import { importLimits } from '../pipeline/import-limits.ts';
import type { FeedHead, FeedItem, ItemParser } from './feed-item.ts';
import { createTsvItemParser } from './tsv-items.ts';
import { createXmlItemParser } from './xml-items.ts';

interface Read {
  readonly items: readonly {
    readonly row: number;
    readonly fields: object;
    readonly moreImages: readonly string[];
  }[];
  readonly head: FeedHead;
  readonly code: string | null;
}

type Format = (head: FeedHead) => ItemParser;
const xml: Format = (head) => createXmlItemParser(head, importLimits);
const tsv: Format = () => createTsvItemParser(importLimits);

/** Parses a text in pieces cut at the given positions. */
const read = (format: Format, text: string, cuts: readonly number[] = []): Read => {
  const head: FeedHead = { title: null, link: null };
  const parser = format(head);
  const items: FeedItem[] = [];
  let code: string | null = null;
  const edges = [
    0,
    ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b),
    text.length,
  ];
  try {
    for (const [at, edge] of edges.entries()) {
      if (!parser.finished) items.push(...parser.push(text.slice(edge, edges[at + 1])));
    }
    if (!parser.finished) items.push(...parser.end());
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    code = error.code;
  }
  return {
    items: items.map(({ row, fields, moreImages }) => ({
      row,
      fields: Object.fromEntries(fields),
      moreImages,
    })),
    head,
    code,
  };
};

const RSS = `<?xml version="1.0"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0" xmlns:media="http://search.yahoo.com/mrss/">
<channel><title>Магазин &amp; син</title><link>https://s.example.bg</link><description>x</description>
<item><g:id>A-1</g:id><title>Чанта &quot;42&quot;</title><link>https://s.example.bg/a-1?x=1&amp;y=2</link>
<description><![CDATA[<p>Кожа & вълна]]>, още</description><media:title>не това</media:title>
<g:additional_image_link>https://s.example.bg/1.jpg</g:additional_image_link>
<g:additional_image_link>https://s.example.bg/2.jpg</g:additional_image_link>
<g:shipping><g:price>4.99 EUR</g:price></g:shipping><g:price>89.99&nbsp;EUR</g:price></item>
<item><id>A-2</id><title>Втора</title><g:title>По-добра</g:title></item>
</channel></rss>
`;

const RSS_ITEMS = [
  {
    row: 1,
    fields: {
      id: 'A-1',
      title: 'Чанта "42"',
      link: 'https://s.example.bg/a-1?x=1&y=2',
      description: '<p>Кожа & вълна, още',
      price: '89.99\u00A0EUR',
      shipping: '\nprice=4.99 EUR\n',
    },
    moreImages: ['https://s.example.bg/1.jpg', 'https://s.example.bg/2.jpg'],
  },
  { row: 2, fields: { id: 'A-2', title: 'По-добра' }, moreImages: [] },
];

const TSV =
  'id\ttitle\tImage Link\tadditional_image_link\tprice\tweight\r\nA-1\t"Чанта ""42""\tи колан"\thttps://s.example.bg/a.jpg\thttps://s.example.bg/1,2.jpg,https://s.example.bg/3.jpg\t15.00 EUR\t2\r\n\r\nA-2\t"На два\nреда"\t\t\t16\t\nA-3\t15" монитор\t\t\t17\t';

const TSV_ITEMS = [
  {
    row: 1,
    fields: {
      id: 'A-1',
      title: 'Чанта "42"\tи колан',
      image_link: 'https://s.example.bg/a.jpg',
      price: '15.00 EUR',
    },
    moreImages: ['https://s.example.bg/1,2.jpg', 'https://s.example.bg/3.jpg'],
  },
  { row: 2, fields: { id: 'A-2', title: 'На два\nреда', price: '16' }, moreImages: [] },
  { row: 3, fields: { id: 'A-3', title: '15" монитор', price: '17' }, moreImages: [] },
];

describe('XML', () => {
  test('RSS 2.0', () => {
    expect(read(xml, RSS)).toEqual({
      items: RSS_ITEMS,
      head: { title: 'Магазин & син', link: 'https://s.example.bg' },
      code: null,
    });
  });

  test('RSS 1.0', () => {
    const text = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:goods="http://base.google.com/ns/1.0">
      <channel rdf:about="x"><title>Магазин</title><link>https://s.example.bg</link></channel>
      <item rdf:about="y"><title>Чанта</title><goods:id>A-1</goods:id></item></rdf:RDF>`;
    expect(read(xml, text)).toEqual({
      items: [{ row: 1, fields: { id: 'A-1', title: 'Чанта' }, moreImages: [] }],
      head: { title: 'Магазин', link: 'https://s.example.bg' },
      code: null,
    });
  });

  test('Atom 1.0', () => {
    const text = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><title>Магазин</title>
      <link rel="self" href="https://s.example.bg/feed"/><link href="https://s.example.bg"/>
      <entry><title type="html">Чанта</title><link rel="edit" href="https://x.example"/><link rel="alternate" href="https://s.example.bg/a"/>
      <id>tag:1</id><g:id>A-1</g:id><summary type="xhtml"><div>Кожа <b>и</b> вълна</div></summary></entry></feed>`;
    expect(read(xml, text)).toEqual({
      items: [
        {
          row: 1,
          fields: {
            id: 'A-1',
            title: 'Чанта',
            link: 'https://s.example.bg/a',
            summary: 'Кожа и вълна',
          },
          moreImages: [],
        },
      ],
      head: { title: 'Магазин', link: 'https://s.example.bg' },
      code: null,
    });
  });

  test.each([
    ['H&M Рокля', 'H&M Рокля'],
    ['Black & Decker &amp; Co', 'Black & Decker & Co'],
    ['AT&T; &', 'AT&T; &'],
    ['< 5 кг, a<5', '< 5 кг, a<5'],
    ['&#1;Чанта&#x0;&#xFFFE;&#9999999;', 'Чанта'],
    ['<![CDATA[H&M < 5 &amp;]]>', 'H&M < 5 &amp;'],
    ['<!-- H&M < -->&lt;b&gt;', '<b>'],
    ['&nbsp;&euro;', '\u00A0€'],
  ])('the title %s is read as %s', (written, title) => {
    const link = '<link>https://x.example/?a=1&b=2&copy=3</link>';
    const { items, code } = read(
      xml,
      `<rss><channel><item><title>${written}</title>${link}</item></channel></rss>`,
    );
    expect(code).toBeNull();
    expect(items).toMatchObject([{ fields: { title, link: 'https://x.example/?a=1&b=2&copy=3' } }]);
  });

  test('text after the root element is ignored', () => {
    expect(read(xml, `${RSS}\u0001</rss> <br> & trailing`).items).toEqual(RSS_ITEMS);
  });

  test.each([
    ['<html><body>404</body></html>', 'FEED_IS_HTML'],
    ['<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0"><html/>', 'FEED_IS_HTML'],
    ['<catalog><product/></catalog>', 'FEED_FORMAT_UNKNOWN'],
    ['<?xml version="1.0"?>', 'FEED_FORMAT_UNKNOWN'],
    ['<rss><channel><item><title>x</item></channel></rss>', 'FEED_MALFORMED'],
    [RSS.slice(0, RSS.indexOf('A-2')), 'FEED_TRUNCATED'],
    [RSS.slice(0, RSS.indexOf('</channel>')), 'FEED_TRUNCATED'],
    [`<rss>${'<a>'.repeat(100)}`, 'FEED_MALFORMED'],
  ])('case %# is rejected: $1', (text, code) => {
    expect(read(xml, text).code).toBe(code);
  });

  test.each([
    ['a text', (filler: string) => `<item><title>${filler}`],
    [
      'texts with mark-up between them',
      (filler: string) => `<item><description>${filler.replaceAll('xxxx', '<b>x')}`,
    ],
    ['CDATA', (filler: string) => `<item><title><![CDATA[${filler}`],
    ['an attribute', (filler: string) => `<item a="${filler}`],
    ['a comment', (filler: string) => `<!-- ${filler}`],
    ['many small fields', (filler: string) => `<item>${filler.replaceAll('xxxx', '<q>x</q>')}`],
  ])('an endless field in %s is rejected long before it fills the memory', (_, begin) => {
    const text = `<rss><channel>${begin('x'.repeat(2_000_000))}`;
    const limits = { ...importLimits, maxFieldLength: 100_000, maxRecordLength: 200_000 };
    const parser = createXmlItemParser({ title: null, link: null }, limits);
    let taken = 0;
    expect(() => {
      for (; taken < text.length; taken += 65_536) parser.push(text.slice(taken, taken + 65_536));
    }).toThrow(
      expect.objectContaining({
        code: expect.stringMatching(/FEED_FIELD_TOO_LARGE|FEED_MALFORMED/),
      }),
    );
    expect(taken).toBeLessThan(text.length);
  });
});

describe('tab-separated values', () => {
  test('header, quotes, empty lines, unknown columns', () => {
    expect(read(tsv, TSV)).toEqual({
      items: TSV_ITEMS,
      head: { title: null, link: null },
      code: null,
    });
  });

  test('a stray quote rejects its own row only', () => {
    const lines = [
      'id\ttitle',
      'A-1\t"Космос',
      ...Array.from({ length: 300 }, (_, at) => `B-${at}\tx`),
    ];
    const { items } = read(tsv, `${lines.join('\n')}\n`);
    expect(items).toHaveLength(301);
    expect(items[0]?.fields).toEqual({ id: 'A-1', title: '"Космос' });
    expect(items[300]?.fields).toEqual({ id: 'B-299', title: 'x' });
  });

  test('a stray quote near the end rejects its own row only', () => {
    expect(
      read(tsv, 'id\ttitle\nA-1\t"Космос\nB-1\tx\nB-2\t"y\nB-3\tz').items.map(
        ({ fields }) => fields,
      ),
    ).toEqual([
      { id: 'A-1', title: '"Космос' },
      { id: 'B-1', title: 'x' },
      { id: 'B-2', title: '"y' },
      { id: 'B-3', title: 'z' },
    ]);
  });

  test('columns without a header are detected', () => {
    const parser = tsv({ title: null, link: null });
    const items = parser.push('id\ttitle\nA-1\tx\ty\nA-2\tx\n');
    expect(items.map((item) => item.surplusColumns)).toEqual([true, false]);
  });

  test.each([
    ['{"products": []}', 'FEED_FORMAT_UNKNOWN'],
    ['name;price\nx;1\n', 'FEED_FORMAT_UNKNOWN'],
    ['\n \n', 'FEED_EMPTY'],
    ['id\ttitle\tprice\nA-1\tx\t1\nA-2\ty', 'FEED_TRUNCATED'],
    ['id\ttitle\tprice\nA-1\t"many\nlines, and', 'FEED_TRUNCATED'],
    [`id\ttitle\nA-1\t${'x'.repeat(9_000_000)}`, 'FEED_FIELD_TOO_LARGE'],
  ])('case %# is rejected: $1', (text, code) => {
    expect(read(tsv, text).code).toBe(code);
  });
});

// An error ends the current piece, so earlier items in it may or may not be returned.
const comparable = (result: Read): Partial<Read> =>
  result.code === null ? result : { code: result.code };

test.each([
  ['RSS', xml, RSS],
  ['broken RSS', xml, RSS.replace('</g:price></item>', '</item>')],
  ['tab-separated values', tsv, TSV],
])('$0 is parsed alike wherever it is cut', (_, format, text) => {
  const whole = read(format, text);
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 40 }), (cuts) => {
      const cut = read(format, text, cuts);
      expect(comparable(cut)).toEqual(comparable(whole));
    }),
  );
});

test('declared entities are not resolved: no files, no URLs, no expansion', () => {
  const { items } = read(
    xml,
    `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
<rss xmlns:g="http://base.google.com/ns/1.0"><channel>
<item><g:id>1</g:id><title>&b; &f; &amp;</title></item></channel></rss>`,
  );
  expect(items[0]?.fields).toMatchObject({ title: '&b; &f; &' });
});
