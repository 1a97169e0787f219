import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertMinor, derivedMoneySchema, MAX_PRICE_MINOR, moneySchema } from './money.ts';

test.for([
  [6_500, 3_323],
  [129_900, 66_417],
  [5_000, 2_556],
  [0, 0],
] as const)('%i stotinki are %i cents, by the full rate rounded half up', ([stotinki, cents]) => {
  expect(convertMinor(stotinki, 'BGN', 'EUR')).toBe(cents);
});

test('one euro is 1.96 leva', () => {
  expect(convertMinor(100, 'EUR', 'BGN')).toBe(196);
  expect(convertMinor(100_000, 'EUR', 'BGN')).toBe(195_583);
});

test('an amount in its own currency is unchanged', () => {
  expect(convertMinor(12_345, 'EUR', 'EUR')).toBe(12_345);
});

test('euro to leva and back gives the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_PRICE_MINOR }), (cents) => {
      expect(convertMinor(convertMinor(cents, 'EUR', 'BGN'), 'BGN', 'EUR')).toBe(cents);
    }),
  );
});

test.for([
  [{ amount: 0, currency: 'EUR' }, true],
  [{ amount: MAX_PRICE_MINOR, currency: 'BGN' }, true],
  [{ amount: MAX_PRICE_MINOR + 1, currency: 'EUR' }, false],
  [{ amount: -1, currency: 'EUR' }, false],
  [{ amount: 1.5, currency: 'EUR' }, false],
  [{ amount: 1, currency: 'USD' }, false],
  [{}, false],
] as const)('%o is money: %s', ([value, valid]) => {
  expect(moneySchema.safeParse(value).success).toBe(valid);
});

test.for([
  [2 * MAX_PRICE_MINOR, true],
  [2 * MAX_PRICE_MINOR + 1, false],
] as const)('%o cents are the sum of two prices: %s', ([amount, valid]) => {
  expect(derivedMoneySchema.safeParse({ amount, currency: 'EUR' }).success).toBe(valid);
});
