import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toImages, toName, toTitle } from './draft-fields.ts';
import { beginningOf, cleanLine, cleanParagraphs, cleanUrl } from './text.ts';

test.each([
  ['  Лаптоп \n 15&quot;  ', 'Лаптоп 15"'],
  ['Чанта &amp;amp; колан', 'Чанта & колан'],
  ['100&nbsp;мл', '100 мл'],
  ['<b>Ново</b>: 5 < 6 > 4', 'Ново: 5 < 6 > 4'],
  ['бяла\uFFFD риза', 'бяла риза'],
  ['a&#0;b&#7;c', 'abc'],
  ['Лап\0топ\u0085', 'Лаптоп'],
  ['диван \uD83D 😀', 'диван 😀'],
  ['фактура \u202Egnp.&#x2066;exe', 'фактура gnp.exe'],
  ['AT&T &unknown; &copy 2', 'AT&T &unknown; &copy 2'],
])('one line of %j', (text, expected) => {
  expect(cleanLine(text, 100)).toBe(expected);
});

test.each(['\u200B\u2060', '&#x200b;', '\u2800', '\u202E\uFE0F'])(
  '%j is no title and no name',
  (text) => {
    expect(toTitle(text)).toBe('');
    expect(toName(text)).toBeNull();
  },
);

test('images are relative to their page, and what is no URL is left out', () => {
  const urls = ['/a.jpg', 'images/b.jpg', '//c.example/c.jpg', '-', '', 'data:image/png;base64,AA'];
  const images = [
    'https://s.example.bg/a.jpg',
    'https://s.example.bg/shop/images/b.jpg',
    'https://c.example/c.jpg',
  ];
  expect(toImages(urls, () => 'https://s.example.bg/shop/')).toEqual(
    images.map((url) => ({ url, kind: 'image' })),
  );
});

test('a line is cut, but not within a character', () => {
  expect(cleanLine('абв 😀', 5)).toBe('абв');
  expect(cleanLine('абв 😀', 6)).toBe('абв 😀');
});

// A mark that is removed makes the text one that is not clean, whatever else it has.
const parts = [
  ...'aЖ12 \n\t\0\x7F\u0085\u00A0\u2028\u3000\u200E\uFFFD<>&;'.split(''),
  '&amp;',
  '<b>',
  '\uD83D',
  '😀',
];

test.each([
  ['a line', (text: string) => cleanLine(text, 100)],
  ['paragraphs', (text: string) => cleanParagraphs(text, 100)],
])('%s is the same whether or not the text is seen to be clean', (_, read) => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...parts), maxLength: 8 }), (text) => {
      expect(read(text)).toBe(read(`\u200E${text}`));
    }),
  );
});

test('paragraphs are kept', () => {
  expect(cleanParagraphs('<p>Кожа&nbsp;и</p><ul><li>вълна</li></ul><br/><!-- x -->\n42', 100)).toBe(
    'Кожа и\nвълна\n42',
  );
});

test.each([
  ['a line', (text: string) => cleanLine(text, 300)],
  ['paragraphs', (text: string) => cleanParagraphs(text, 10_000)],
  ['a beginning', (text: string) => beginningOf(text, 200)],
])('%s keeps nothing else of a long text in memory', (_, read) => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  const heap = (): number => {
    if (typeof collect === 'function') collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heap();
  const parts = Array.from({ length: 40 }, (_, at) => read(`${at} `.repeat(2 ** 19)));
  expect(heap() - before).toBeLessThan(20 * 2 ** 20);
  expect(parts[7]).toMatch(/^7 7/);
});

test.each([
  ['//static.example.bg/a.jpg', 'https://static.example.bg/a.jpg'],
  ['https://shop.example.bg/laptop-15 ', 'https://shop.example.bg/laptop-15'],
  ['https://shop.example.bg/?a=1&amp;copy=2', 'https://shop.example.bg/?a=1&copy=2'],
  [
    'https://shop.example.bg/обувки',
    'https://shop.example.bg/%D0%BE%D0%B1%D1%83%D0%B2%D0%BA%D0%B8',
  ],
  ['-', null],
  ['', null],
  ['javascript:alert(1)', null],
  ['/relative', null],
  [`https://shop.example.bg/${'a'.repeat(4_000)}`, null],
  [`https://shop.example.bg/${'я'.repeat(1_000)}`, null],
])('URL %j', (text, expected) => {
  expect(cleanUrl(text)).toBe(expected);
});

test('a URL is returned as the URL parser writes it', () => {
  const piece = fc.constantFrom(
    ...'a Z 0 0x1 . .. / // ? & = - _ ~ @ : :80 + xn-- % %2e ; \' " # [ \\ * ! $ ( , я'.split(' '),
    ' ',
    '\n',
  );
  const urls = fc
    .tuple(
      fc.constantFrom('http://', 'https://', 'HTTPS://', 'ftp://'),
      fc.constantFrom('a.bg/', 'a.b-c.bg/', '1.2/', 'a.0x1/', 'shop.example.bg', ''),
      fc.array(piece, { maxLength: 8 }),
    )
    .map(([scheme, host, rest]) => scheme + host + rest.join(''));
  fc.assert(
    fc.property(urls, (text) => {
      const url = URL.parse(text.trim());
      expect(cleanUrl(text)).toBe(url !== null && /^https?:$/.test(url.protocol) ? url.href : null);
    }),
    { numRuns: 2_000 },
  );
});
