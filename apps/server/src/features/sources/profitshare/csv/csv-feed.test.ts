import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '@izgodno/contract/common/any-character.test-data';
import { createFakeTime, readSource, useReplay } from '#test/connector-harness.ts';
import { startDocuments } from '#test/replay/documents.ts';
import type { Fault } from '#test/replay/fault.ts';
import { ImportError } from '../../pipeline/import-error.ts';
import { importLimits } from '../../pipeline/import-limits.ts';
import { readHeader, separatorOf, readCsvRows, type CsvRow } from './csv-rows.ts';
import { profitshareCsv, createCsvMapper } from './csv-feed.ts';

const use = useReplay();

const start = async (size = 30) => {
  const time = createFakeTime();
  const replay = await use(startDocuments({ size, now: time.now }));
  const read = (file: string, more: object = {}) =>
    readSource(profitshareCsv, { url: `${replay.server.url}/${file}` }, { time, ...more });
  return { ...replay, read };
};

const rowsOf = async (...texts: readonly string[]): Promise<CsvRow[]> => {
  const pieces = async function* () {
    yield* texts;
  };
  const rows: CsvRow[] = [];
  for await (const batch of readCsvRows(pieces(), importLimits)) rows.push(...batch);
  return rows;
};

const map = createCsvMapper('EUR');
const mapped = async (text: string) => (await rowsOf(text)).map(map);

test('the Bulgarian and the English feed give the same deals', async () => {
  const { read, shelf } = await start();
  const [bg, en] = [await read('profitshare-bg.csv'), await read('profitshare-en.csv')];
  expect([bg.error, en.error]).toEqual([null, null]);
  expect(bg.deals).toHaveLength(30);
  expect(en.deals).toEqual(bg.deals);
  expect(bg.deals[5]).toMatchObject({
    title: 'Лаптоп 15" номер 6',
    description: 'Описание;\nс нов ред, и запетая',
    link: 'https://profitshare.example.bg/l/6',
    merchant: 'shop.example.bg',
    brand: 'Acme',
    mpn: 'LX-6',
    category: 'electronics',
    amount: shelf.priceOf(6),
    currency: 'EUR',
    originalAmount: shelf.priceOf(6) + 1_000,
    tags: ['безплатна доставка', 'подарък'],
    media: [{ url: 'https://static.example.bg/6.jpg', kind: 'image' }],
  });
});

test('an unchanged feed is not read again', async () => {
  const { read, shelf } = await start();
  const first = await read('profitshare-bg.csv');
  const again = await read('profitshare-bg.csv', { stored: first.noted });
  expect(again).toMatchObject({ unchanged: true, deals: [], error: null });
  shelf.changePrice(1, 999);
  expect(await read('profitshare-bg.csv', { stored: first.noted })).toMatchObject({
    unchanged: false,
    deals: { length: 30 },
  });
});

describe('headers', () => {
  test.each([
    ['Product name;Price with VAT', ';'],
    ['Product name,Price with VAT', ','],
    ['Product name\tPrice with VAT', '\t'],
    ['Product name;"Price with discount, with VAT, or so, and so on"', ';'],
    ['Product name;Price with discount, with VAT;Currency', ';'],
    ['Product name', ';'],
  ])('%s is separated by "%s"', (line, separator) => expect(separatorOf(line)).toBe(separator));

  test('a header with a comma is one column, also without quotes', async () => {
    expect(
      readHeader(['Product name', 'Price with discount', 'with VAT', 'Currency', 'Other']),
    ).toEqual(['name', 'discounted', 'currency', null]);
    const [row] = await rowsOf(
      'Product name,Product affiliate link,Price with VAT,Price with discount, with VAT,Currency\nA,https://a.example/1,10,8,EUR\n',
    );
    expect(row?.cells).toMatchObject({ price: '10', discounted: '8', currency: 'EUR' });
  });

  test('a byte order mark, capitals and spaces are ignored', () => {
    expect(readHeader(['\uFEFFProduct  NAME ', ' ЦЕНА С ДДС'])).toEqual(['name', 'price']);
  });
});

const HEADER =
  'Product name;Product affiliate link;Product code;Price with VAT;"Price with discount, with VAT";Currency\n';

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const good = (code: string): string => `"Сешоар";https://a.example/${code};${code};5;;EUR\n`;

describe('rows', () => {
  test.each([
    [
      'Сешоар;https://a.example/1;X;10,50;;EUR',
      { amount: 1_050, currency: 'EUR', originalAmount: null },
    ],
    [
      'Сешоар;https://a.example/1;X;380 406.98 лв.;;',
      { amount: 38_040_698, currency: 'BGN', originalAmount: null },
    ],
    ['Сешоар;https://a.example/1;X;99/55;;', { amount: 5_500, originalAmount: 9_900 }],
    [
      'Сешоар;https://a.example/1;X;19.99;9.99;лв.',
      { amount: 999, currency: 'BGN', originalAmount: 1_999 },
    ],
    [
      'Сешоар;https://a.example/1;X;19.99;0.00;',
      { amount: 1_999, currency: 'EUR', originalAmount: null },
    ],
    ['Сешоар;https://a.example/1;X;;9.99;EUR', { amount: 999 }],
    ['Сешоар;//a.example/1 ;X;5;;EUR', { link: 'https://a.example/1' }],
    ['Сешоар 15" бял;https://a.example/1;X;5;;EUR', { title: 'Сешоар 15" бял' }],
    ['"Сешоар ""Про""";https://a.example/1;X;5;;EUR', { title: 'Сешоар "Про"' }],
    ['"Сешоар &amp;quot;Про&amp;quot;";https://a.example/1;X;5;;EUR', { title: 'Сешоар "Про"' }],
    ['Сешоар;https://a.example/1;X;5;;RON', 'currency_unsupported'],
    ['Сешоар;https://a.example/1;X;-;;EUR', 'price_invalid'],
    ['Сешоар;https://a.example/1;X;;;EUR', 'price_missing'],
    [';https://a.example/1;X;5;;EUR', 'title_missing'],
    ['Сешоар;;X;5;;EUR', 'link_missing'],
    ['Сешоар;ftp://a.example;X;5;;EUR', 'link_invalid'],
    ['Сешоар;https://a.example/1;X;5;;EUR;и;още', 'columns_surplus'],
    ['Сешоар', 'link_missing'],
  ])('%s', async (row, expected) => {
    const [record] = await mapped(`${HEADER}${row}\n`);
    expect(record).toMatchObject(
      typeof expected === 'string' ? { rejection: { reason: expected } } : { deal: expected },
    );
  });

  test('any quoted text is parsed, wherever the network cuts it', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'я', '"', ';', ',', '\n', ' ', '\u00A0') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 50 }),
        async (rows, size) => {
          const lines = rows.map(([name, code]) => `${quote(name)};l;${quote(code)};1;;EUR\n`);
          const text = HEADER + lines.join('');
          const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
          const read = await rowsOf(...pieces);
          expect(read.map(({ cells }) => [cells.name, cells.code])).toEqual(rows);
        },
      ),
    );
  });

  test('any feed is read or rejected with a reason', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), async (rest) => {
        const read: unknown = await mapped(`${HEADER}${rest}\n`).catch((error: unknown) => error);
        expect(Array.isArray(read) || read instanceof ImportError).toBe(true);
      }),
    );
  });
});

describe('invalid and incomplete feeds', () => {
  test.each([
    ['', 'FEED_EMPTY'],
    [' \n ', 'FEED_FORMAT_UNKNOWN'],
    ['<!doctype html><html>', 'FEED_FORMAT_UNKNOWN'],
    ['{"error":"x"}\n', 'FEED_FORMAT_UNKNOWN'],
    ['Име;Цена\nа;1\n', 'FEED_FORMAT_UNKNOWN'],
    [`${HEADER}Сешоар;https://a.exam`, 'FEED_TRUNCATED'],
    [`${HEADER}Сешоар;"https://a.example/1\n`, 'FEED_TRUNCATED'],
    [`${HEADER}Сешоар;"https://a.example/1;X;5`, 'FEED_TRUNCATED'],
  ])('%j: %s', async (text, code) => {
    await expect(rowsOf(text)).rejects.toMatchObject({ code });
  });

  test('a quote that is never closed costs its row only', async () => {
    const text = `${HEADER}${good('A')}Сешоар;"https://a.example/1;X;5;;EUR\n${good('B')}${good('C')}`;
    expect(await mapped(text)).toMatchObject([
      { deal: { mpn: 'A' } },
      { rejection: { reason: 'link_invalid' } },
      { deal: { mpn: 'B' } },
      { deal: { mpn: 'C' } },
    ]);
    const [last] = (await mapped(`${HEADER}Сешоар;"https://a.example/1;X;5;;EUR\n`)).slice(-1);
    expect(last).toMatchObject({ rejection: { reason: 'link_invalid' } });
  });

  test('a row that is too long is rejected alone', async () => {
    const rows = [
      `${'x'.repeat(importLimits.maxFieldLength + 1)};https://a.example/1;X;5;;EUR`,
      'Сешоар;https://a.example/2;X;5;;EUR',
    ];
    expect(await mapped(`${HEADER}${rows.join('\n')}\n`)).toMatchObject([
      { rejection: { reason: 'field_too_long' } },
      { deal: { title: 'Сешоар' } },
    ]);
  });

  test('an endless row', async () => {
    const length = (8 * importLimits.maxRecordLength) / 2 ** 16 + 1;
    const texts = [HEADER, '"', ...Array.from({ length }, () => 'x'.repeat(2 ** 16))];
    await expect(rowsOf(...texts)).rejects.toMatchObject({ code: 'FEED_FIELD_TOO_LARGE' });
  });

  test.each([
    ['a reset in mid file', { kind: 'reset' }, ['FEED_TRUNCATED', 'SOURCE_UNREACHABLE']],
    ['gzip that breaks off', { kind: 'truncated-gzip' }, ['FEED_TRUNCATED']],
    ['403', { kind: 'status', status: 403 }, ['SOURCE_REFUSES']],
    ['404', { kind: 'status', status: 404 }, ['FEED_UNREACHABLE']],
    ['permanent 500', { kind: 'status', status: 500 }, ['SOURCE_FAILING']],
    ['a web page', { kind: 'rewrite', rewrite: () => '<html></html>' }, ['FEED_FORMAT_UNKNOWN']],
  ] satisfies [string, Fault, string[]][])('%s', async (_, fault, codes) => {
    const { read, server } = await start(2_000);
    server.misbehave(fault, { times: 99 });
    const { error } = await read('profitshare-bg.csv');
    expect(codes).toContain(error?.code);
  });

  test('an endless file', async () => {
    const { read, server } = await start();
    server.misbehave({ kind: 'endless' });
    const limits = { maxFeedBytes: 2 ** 20 };
    expect((await read('profitshare-bg.csv', { limits })).error).toBeInstanceOf(ImportError);
  });
});
