import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { internationalNumber, maskPhoneNumbers, phoneNumbersIn } from './phone-numbers.ts';

test.each([
  ['0888123456', '0888 •• •• ••'],
  ['0888 123 456', '0888 •• •• ••'],
  ['0888-12-34-56', '0888 •• •• ••'],
  ['0888.123.456', '0888 •• •• ••'],
  ['088 812 34 56', '088 8 •• •• ••'],
  ['0 888 123 456', '0 888 •• •• ••'],
  ['0-88-812-34-56', '0-88-8 •• •• ••'],
  ['(0) 888 123 456', '(0) 888 •• •• ••'],
  ['08 88 12 34 56', '08 88 •• •• ••'],
  ['(0888) 123 456', '(0888) •• •• ••'],
  ['0888 – 123 – 456', '0888 •• •• ••'],
  ['0888\u00a0123\u00a0456', '0888 •• •• ••'],
  ['+359 888 123 456', '+359 888 •• •• ••'],
  ['+359 (0) 888 123456', '+359 (0) 888 •• •• ••'],
  ['(+359) 888-123-456', '(+359) 888 •• •• ••'],
  ['00359888123456', '00359888 •• •• ••'],
  ['00 359 888 123 456', '00 359 888 •• •• ••'],
  ['+359 2 987 65 43', '+359 2 9 •• •• ••'],
  ['02/9876543', '02/9 •• •• ••'],
  ['(02) 987 65 43', '(02) 9 •• •• ••'],
  ['032 62 34 56', '032 •• •• ••'],
  ['052/612-345', '052 •• •• ••'],
  ['0700 12 345', '070 •• •• ••'],
  ['+44 20 7946 0958', '+44 20 79 •• •• ••'],
  ['тел.0888123456', 'тел.0888 •• •• ••'],
  ['тел0888123456', 'тел0888 •• •• ••'],
  ['GSM:0888123456, Иван', 'GSM:0888 •• •• ••, Иван'],
  ['0888123456Иван', '0888 •• •• ••Иван'],
  ['цена 50 0888 123 456 2 бр.', 'цена 50 0888 •• •• •• 2 бр.'],
  ['0888123456/0899 654 321', '0888 •• •• ••/0899 •• •• ••'],
  ['https://wa.me/359888123456', 'https://wa.me/359888 •• •• ••'],
  ['viber://chat?number=%2B359888123456', 'viber://chat?number=%2B359888 •• •• ••'],
])('%s becomes %s', (text, masked) => {
  expect(maskPhoneNumbers(text)).toBe(masked);
});

test.each([
  '2021-2023',
  '1920x1080, 3840 x 2160',
  '205/55 R16 91V 04.2023',
  '12 500 км, 1 250 000 лв., 12 500,00 €',
  '0.5 l, 0,75 л, 0.123456789',
  'на 02.03.2023 12:00, до 02/12/2024 10 ч., 02-10-24',
  'Работно време: 08.00-18.00 20.12, 02.30 - 09.30',
  '2026-12-02 09:30:15',
  'EAN 3800123456789, GTIN 045496452629, 0 36000 29145 2, 00012345678905',
  'ISBN 0871404427, ISBN: 0306406152',
  'Bosch 0986424797, 0 986 424 797, OEM 0986424797',
  'XC0888123456, SM-G998B, RTX 4090, i7-12700K',
  'размери 09 10 11 12 13, 08 09 10 11 12 13',
  'UPC 0 88381 12345 6, 0.88 0.92 1.05 2',
  '0-8-9 12 34 56 7',
  '90 x 200 x 060 см, 50/60/70',
  'IBAN BG80BNBG96611020345678',
  'ЕГН 7501020018, ЕИК 831650349',
  'лот 12345678901234567890',
])('%s stays', (text) => {
  expect(maskPhoneNumbers(text)).toBe(text);
});

test.each([
  ['0888 123 456', '+359888123456'],
  ['+359 (0) 888 123456', '+359888123456'],
  ['00359888123456', '+359888123456'],
  ['359888123456', '+359888123456'],
  ['02/987-65-43', '+35929876543'],
  ['+44 20 7946 0958', '+442079460958'],
])('%s is called as %s', (number, called) => {
  expect(internationalNumber(number)).toBe(called);
});

test('the numbers of a text are listed once, as they are written last', () => {
  const text = 'Тел. 0888123456 или 02/987 65 43, до 18 ч.; +359 888 123 456';
  expect(phoneNumbersIn(text)).toEqual(['+359 888 123 456', '02/987 65 43']);
  expect(phoneNumbersIn('Внос 2021-2023')).toEqual([]);
});

const separator = fc.constantFrom('', ' ', '-', '.', '/', ' - ', '\u00a0', ') ');
const start = fc.constantFrom('0', '+359 ', '+359', '00359 ', '00359');
const operator = fc.constantFrom('87', '88', '89', '98', '99');
const tail = fc.array(fc.tuple(separator, fc.integer({ min: 0, max: 9 })), {
  minLength: 7,
  maxLength: 7,
});
const around = fc.array(
  fc.constantFrom('Колело', 'за', '120 лв.', '26"', '2021-2023', 'Call', '\n', '🙂'),
  { maxLength: 4 },
);

describe('a number within a text', () => {
  test('is masked, however its digits are separated, and nothing else is', () => {
    fc.assert(
      fc.property(start, operator, tail, around, around, (from, code, rest, before, after) => {
        const number = from + code + rest.map(([gap, digit]) => `${gap}${digit}`).join('');
        const [left, right] = [before.join(' ') + '\n', '\n' + after.join(' ')];
        const masked = maskPhoneNumbers(left + number + right);
        expect(masked.startsWith(left + from + code)).toBe(true);
        expect(masked.endsWith(` •• •• ••${right}`)).toBe(true);
        // One digit after the operator's code stays.
        const shown = masked.slice(left.length, masked.length - right.length);
        expect(shown.replace(/\D/g, '')).toBe(number.replace(/\D/g, '').slice(0, -6));
        expect(maskPhoneNumbers(masked)).toBe(masked);
      }),
    );
  });

  test('needs nine digits', () => {
    const few = fc
      .string({ unit: fc.constantFrom(...Array.from('0123456789 .-/()+xкм')) })
      .filter((text) => text.replace(/\D/g, '').length < 9);
    fc.assert(
      fc.property(few, (text) => {
        expect(maskPhoneNumbers(text)).toBe(text);
      }),
    );
  });
});
