import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTitlePrice } from './title-price.ts';

const price = (
  amount: number,
  currency: 'EUR' | 'BGN' = 'EUR',
  originalAmount: number | null = null,
) => ({ amount, currency, originalAmount });

test.each([
  ['Рим от София – 39 € двупосочно', price(3_900)],
  ['Рим от София – 39€ двупосочно', price(3_900)],
  ['Почивка в Гърция от 299 лв.', price(29_900, 'BGN')],
  ['7 нощувки в Анталия 5* за 1 299,50 лв на човек', price(129_950, 'BGN')],
  ['Малта с включен багаж само за 79,99 евро', price(7_999)],
  ['Лондон от Пловдив за 25 лева в посока', price(2_500, 'BGN')],
  ['Malta from €1,099', price(109_900)],
  ['Barcelona: EUR 58 return', price(5_800)],
  ['Dubai 4 nights from 389.90 EUR', price(38_990)],
  ['Екскурзия до Япония 1000-1200 €', price(100_000)],
  ['Екскурзия до Япония 1 000 – 1 200 €', price(100_000)],
  ['Круиз €1000-1200', price(100_000)],
  ['Хотел в Банско 299/199 лв.', price(19_900, 'BGN', 29_900)],
  ['Солун – 99 лв. (50.62 €)', price(5_062)],
  ['Солун – 50.62 € / 99 лв.', price(5_062)],
  ['Париж за 59 € вместо 119 €', price(5_900, 'EUR', 11_900)],
  ['Paris was €119, now €59', price(5_900, 'EUR', 11_900)],
  ['Париж за 59 € вместо 39 €', price(5_900)],
  ['Париж за 59 € вместо 119 лв.', price(5_900)],
  ['Милано 19.99 €, Рим 24.99 €', price(1_999)],
  ['-50% в Тасос: 120€', price(12_000)],
  ['2026: 3 дни за 2-ма, 149 €', price(14_900)],
  ['Будапеща 1.299,00 лв', price(129_900, 'BGN')],
  ['12 999 лв. за околосветско', price(1_299_900, 'BGN')],
  ['Истанбул 89\u00A0€', price(8_900)],
])('%s', (title, expected) => {
  expect(findTitlePrice(title)).toEqual(expected);
});

test.each([
  ['Топ 10 на плажовете', 'price_missing'],
  ['-30% на всички почивки до 2027', 'price_missing'],
  ['Хотел 5* в Анталия, 7 нощувки', 'price_missing'],
  ['', 'price_missing'],
  ['Рим 0 €', 'price_missing'],
  ['Ню Йорк за $199', 'currency_unsupported'],
  ['Лондон £25', 'currency_unsupported'],
  ['Дубай 199 USD', 'currency_unsupported'],
  ['Вместо 299 €', 'price_missing'],
  ['Левкада 2027', 'price_missing'],
  ['Лвов 3 дни', 'price_missing'],
])('%s: %s', (title, error) => {
  expect(findTitlePrice(title)).toBe(error);
});

test('any whole price in euro is found in any text', () => {
  const words = fc.constantFrom('Рим', 'от София', '3 нощувки', '5*', '-20%', '(PLD)', '2027 г.');
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 4 }),
      fc.array(words, { maxLength: 3 }),
      fc.integer({ min: 1, max: 999_999 }),
      fc.constantFrom(
        (text: string) => `за ${text} €`,
        (text: string) => `– €${text}`,
      ),
      (before, after, major, write) => {
        const title = [...before, write(String(major)), ...after].join(' · ');
        expect(findTitlePrice(title)).toEqual(price(major * 100));
      },
    ),
  );
});

test('no title makes it throw or take long', () => {
  const pieces = fc.constantFrom('1', '99', ' ', '.', ',', '-', '/', '€', 'лв', 'вместо', 'a', "'");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 150 }), (parts) => {
      expect(['object', 'string']).toContain(typeof findTitlePrice(parts.join('')));
    }),
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (title) => {
      expect(['object', 'string']).toContain(typeof findTitlePrice(title));
    }),
  );
});
