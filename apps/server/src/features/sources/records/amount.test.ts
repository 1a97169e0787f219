import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '@izgodno/contract/common/any-character.test-data';
import { parseAmount } from './amount.ts';

const amountOf = (text: string) => {
  const price = parseAmount(text, 'BGN');
  return typeof price === 'string' ? price : price.amount;
};

test.each([
  ['599.00', 59_900],
  ['1.099', 110],
  ['0.994', 99],
  ['0.995', 100],
  ['12 000', 1_200_000],
  ['12 999,50', 1_299_950],
  ['0', 0],
  ['-', 'price_invalid'],
  ['', 'price_invalid'],
  ['1e21', 'price_invalid'],
  ['10000000.01', 'price_too_high'],
])('%s', (text, expected) => expect(amountOf(text)).toBe(expected));

test('a currency in the text takes precedence over a separate one', () => {
  expect(parseAmount('12 000', 'BGN')).toMatchObject({ currency: 'BGN' });
  expect(parseAmount('12 000 €', 'BGN')).toMatchObject({ currency: 'EUR' });
  expect(parseAmount('12 000 лв.', 'EUR')).toMatchObject({ currency: 'BGN' });
});

test.each(['19,99 с ДДС', '19,99 (с ДДС)', '19.99'])('a remark names no currency: %s', (text) => {
  expect(parseAmount(text, 'BGN')).toMatchObject({ amount: 19_99, currency: 'BGN' });
});

test('every amount is read from the number it is written as', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (amount) => {
      expect(amountOf(String(amount / 100))).toBe(amount);
      expect(amountOf((amount / 100).toFixed(2))).toBe(amount);
    }),
  );
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.double().map(String)), (text) => {
      const amount = amountOf(text);
      expect(typeof amount === 'string' || Number.isSafeInteger(amount)).toBe(true);
    }),
  );
});
