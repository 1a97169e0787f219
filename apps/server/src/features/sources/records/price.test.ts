import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertMinor } from '@izgodno/contract/common/money';
import { onSale, parsePrice } from './price.ts';

const price = (
  amount: number,
  currency: 'EUR' | 'BGN' = 'EUR',
  originalAmount: number | null = null,
) => ({
  amount,
  currency,
  originalAmount,
});

test.each([
  ['15.00 EUR', price(1_500)],
  ['15 EUR', price(1_500)],
  ['EUR 15.00', price(1_500)],
  ['€15', price(1_500)],
  ['15.00', price(1_500)],
  ['15,5', price(1_550)],
  ['380 406.98 лв.', price(38_040_698, 'BGN')],
  ['380\u00A0406.98 лв.', price(38_040_698, 'BGN')],
  ['12\u202F999,50 lv', price(1_299_950, 'BGN')],
  ['762 769,79 лв / 389 998 €', price(38_999_800)],
  ['19.56 лв. / 10,00 €', price(1_000)],
  ['10 € / 19,56 лв', price(1_000)],
  ['1.099,99 €', price(109_999)],
  ['1,099.99 EUR', price(109_999)],
  ['1.234.567 лв', price(123_456_700, 'BGN')],
  ["1'299.00 EUR", price(129_900)],
  ['1.099 EUR', price(109_900)],
  ['0.999 EUR', price(100)],
  ['12.3456 EUR', price(1_235)],
  ['12.344 EUR', price(1_234_400)],
  ['99/55', price(5_500, 'EUR', 9_900)],
  ['99 / 55 лв.', price(5_500, 'BGN', 9_900)],
  ['55/55', price(5_500)],
  ['0.00', price(0)],
  ['10000000 EUR', price(1_000_000_000)],
  ['10,000,000 EUR', price(1_000_000_000)],
  ['1,099 EUR', price(109_900)],
  ['1 234.567 EUR', price(123_457)],
  ['1,234.567 EUR', price(123_457)],
  ['1.2345 EUR', price(123)],
  ['5 EUR', price(500)],
  ['15.00  EUR', price(1_500)],
  ['15.00 EUR / 10.00 EUR', price(1_000, 'EUR', 1_500)],
  ['10 € / 8 €', price(800, 'EUR', 1_000)],
  ['10 € / 8', price(800, 'EUR', 1_000)],
  ['19.99 BGN (10.22 EUR)', price(1_022)],
  ['99 лв. (50.62 €)', price(5_062)],
  ['50.62 € (99.00 лв)', price(5_062)],
  ['50.62 €(99.00 лв.)', price(5_062)],
  ['99.00 лв | 50.62 €', price(5_062)],
  ['99.00 лв|50.62 €', price(5_062)],
  ['15,- лв', price(1_500, 'BGN')],
  ['15.-- €', price(1_500)],
  ['1.099,– лв.', price(109_900, 'BGN')],
  ['19,99 лв с ДДС', price(1_999, 'BGN')],
  ['19,99 лв. с включен ДДС', price(1_999, 'BGN')],
  ['19,99 с ддс', price(1_999)],
  ['19,99 лв. (с ДДС)', price(1_999, 'BGN')],
  ['19,99 лв.(с ДДС)', price(1_999, 'BGN')],
  ['19,99 лв. вкл ДДС', price(1_999, 'BGN')],
  ['19,99 лв. с вкл ДДС', price(1_999, 'BGN')],
  ['99 лв. с вкл. ДДС / 50.62 € с ДДС', price(5_062)],
  ['99 лв. с ДДС (50.62 € с ДДС)', price(5_062)],
  ['99,- / 55,- лв.', price(5_500, 'BGN', 9_900)],
])('%s', (text, expected) => {
  expect(parsePrice(text)).toEqual(expected);
});

test.each(['EUR', 'eur', '€', 'euro', 'euros', 'евро'])('15 %s is euros', (word) => {
  expect(parsePrice(`15 ${word}`)).toEqual(price(1_500));
});

test.each(['BGN', 'лв', 'lv', 'лев', 'лева', 'leva'])('15 %s is leva', (word) => {
  expect(parsePrice(`15 ${word}`)).toEqual(price(1_500, 'BGN'));
});

test.each([
  ['15.00 USD', 'currency_unsupported'],
  ['$15', 'currency_unsupported'],
  ['1 200 RON', 'currency_unsupported'],
  ['10 € / 12 USD', 'currency_unsupported'],
  ['10000000.01 EUR', 'price_too_high'],
  ['99999999999999999999 EUR', 'price_too_high'],
  ['', 'price_invalid'],
  ['-', 'price_invalid'],
  ['-5.00 EUR', 'price_invalid'],
  ['по договаряне', 'price_invalid'],
  ['55/99', 'price_invalid'],
  ['1/2/3', 'price_invalid'],
  ['1000-1200 EUR', 'price_invalid'],
  ['15 00 EUR', 'price_invalid'],
  ['1.2.3 EUR', 'price_invalid'],
  ['EUR 15 лв', 'price_invalid'],
  ['10000000.01 / 5 EUR', 'price_too_high'],
  ['3/2/1', 'price_invalid'],
  ['ab.00 EUR', 'price_invalid'],
  ['15.x5 EUR', 'price_invalid'],
  ['15.5x EUR', 'price_invalid'],
  ['15.5 5 EUR', 'price_invalid'],
  ['15 pieces', 'price_invalid'],
  ['about EUR 15', 'price_invalid'],
  ['15 EUR each', 'price_invalid'],
  ['19,99 лв без ДДС', 'price_invalid'],
  ['19,99 лв плюс ДДС', 'price_invalid'],
  ['99 лв. (55 лв.)', 'price_invalid'],
  ['99 | 55', 'price_invalid'],
  ['10 € (5 €/kg)', 'price_invalid'],
  ['99 лв. (50.62 €', 'price_invalid'],
  ['99 лв. (50.62) €', 'price_invalid'],
  ['99 () лв.', 'price_invalid'],
  ['99 лв. (USD 55)', 'currency_unsupported'],
  ['10,-20 EUR', 'price_invalid'],
  [',- лв', 'price_invalid'],
])('%s is no price: %s', (text, error) => {
  expect(parsePrice(text)).toBe(error);
});

const group = (digits: string, mark: string): string => digits.replace(/\B(?=(\d{3})+$)/g, mark);

test('any amount is read from any of its spellings', () => {
  const spelling = fc.record({
    cents: fc.integer({ min: 0, max: 1_000_000_000 }),
    marks: fc.constantFrom(
      ['', '.'],
      ['', ','],
      [' ', '.'],
      [' ', ','],
      ['\u00A0', ','],
      ['.', ','],
      [',', '.'],
      ["'", '.'],
    ),
    currency: fc.constantFrom(
      [' EUR', 'EUR'],
      ['€', 'EUR'],
      [' €', 'EUR'],
      ['', 'EUR'],
      [' лв.', 'BGN'],
      [' лв', 'BGN'],
      [' BGN', 'BGN'],
    ),
  });
  fc.assert(
    fc.property(
      spelling,
      ({ cents, marks: [thousands = '', decimal = ''], currency: [suffix = '', code] }) => {
        const whole = group(String(Math.floor(cents / 100)), thousands);
        const text = `${whole}${decimal}${String(cents % 100).padStart(2, '0')}${suffix}`;
        expect(parsePrice(text)).toEqual({ amount: cents, currency: code, originalAmount: null });
      },
    ),
  );
});

test('no text makes it throw or return an amount out of range', () => {
  const characters = fc.constantFrom(...Array.from("0123456789.,/|() \u00A0'-€$лвEURBGN"));
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 24 }), (text) => {
      const parsed = parsePrice(text);
      if (typeof parsed === 'string') return;
      expect(Number.isInteger(parsed.amount)).toBe(true);
      expect(parsed.amount).toBeGreaterThanOrEqual(0);
      expect(parsed.originalAmount ?? Number.POSITIVE_INFINITY).toBeGreaterThan(parsed.amount);
    }),
    { numRuns: 2_000 },
  );
});

test('a sale returns its price with the regular one as the former', () => {
  expect(onSale(price(8_999), price(5_999))).toEqual(price(5_999, 'EUR', 8_999));
});

test('a sale in the other currency is compared at the fixed rate', () => {
  expect(onSale(price(1_956, 'BGN'), price(900))).toEqual(
    price(900, 'EUR', convertMinor(1_956, 'BGN', 'EUR')),
  );
});

test('a former price in the other currency is no higher than a price may be', () => {
  expect(onSale(price(1_000_000_000), price(1_900_000_000, 'BGN'))).toBe('price_too_high');
});

test.each([0, 8_999, 9_500])('a sale price of %i is ignored', (amount) => {
  expect(onSale(price(8_999), price(amount))).toEqual(price(8_999));
});
