import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { typedAmount } from './money.ts';
import { readAmount } from './read-amount.ts';

describe('an amount', () => {
  test.each([
    ['12', 1_200],
    ['12,5', 1_250],
    ['12.05', 1_205],
    ['1 250,00 €', 125_000],
    ['1 234,50', 123_450],
    ['1.234,50', 123_450],
    ['1,234.50', 123_450],
    ['1.234.567,5', 123_456_750],
    ['12 EUR', 1_200],
    ['12,50 евро', 1_250],
    ['1500 лева', 76_694],
    ['1 234,50 лв', 63_119],
    ['1.234,50 лв.', 63_119],
    ['1,955.83 lv', 100_000],
    ['1.95583 BGN', Number.NaN],
    ['1 lev', 51],
    ['20 лв. 50 ст.', 1_048],
    ['20 лева 50 ст', 1_048],
    ['20 лв 50', 1_048],
    ['BGN 20', 1_023],
    ['лв. 20', 1_023],
    ['лв 1 234,50', 63_119],
    ['EUR 20', 2_000],
    // 5 or 50 coins.
    ['20 лв. 5', Number.NaN],
    ['50 ст.', Number.NaN],
    ['20,50 лв. 50 ст.', Number.NaN],
    ['12345678901', Number.NaN],
    ['лв', Number.NaN],
    ['12 долара', Number.NaN],
    ['по договаряне', Number.NaN],
    ['1,234,50', Number.NaN],
    ['12.34,50', Number.NaN],
    ['0', 0],
    ['12abc', Number.NaN],
    ['-1', Number.NaN],
    ['1.234', Number.NaN],
    ['1e3', Number.NaN],
    ['', Number.NaN],
  ])('typed as %s is %d', (typed, minor) => {
    expect(readAmount(typed)).toBe(minor);
  });

  test('is typed as it is read', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.constantFrom('bg', 'en'),
        (minor, language) => {
          expect(readAmount(typedAmount(minor, language))).toBe(minor);
        },
      ),
    );
  });

  test('has the decimal sign of its language', () => {
    expect(typedAmount(1_250, 'en')).toBe('12.50');
    expect(typedAmount(1_250, 'bg')).toBe('12,50');
    expect(typedAmount(1_200, 'bg')).toBe('12');
  });
});
