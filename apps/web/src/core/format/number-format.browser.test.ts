import { expect, test, vi } from 'vitest';
import { createFormat } from '../language/format-message.ts';
import { fileSizeText } from '../uploads/browser/file-size.ts';
import { priceText, typedAmount } from './money.ts';
import { numberText } from './number-format.ts';

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');

test.each<[languages: readonly string[], code: string, written: readonly string[]]>([
  [['en-US'], 'en', ['1,234,567.5', '€12,345.50', '12,345.50 lv', '12345.50', '1.5 MB', '1,234']],
  [
    ['de-DE', 'en-ZA'],
    'en',
    ['1 234 567,5', '€12 345,50', '12 345,50 lv', '12345,50', '1,5 MB', '1 234'],
  ],
  [['en-IN'], 'en', ['12,34,567.5', '€12,345.50', '12,345.50 lv', '12345.50', '1.5 MB', '1,234']],
  [['en-AU'], 'en', ['1,234,567.5', '€12,345.50', '12,345.50 lv', '12345.50', '1.5 MB', '1,234']],
  [['en-ZA'], 'bg', ['1 234 567,5', '12 345,50 €', '12 345,50 лв.', '12345,50', '1,5 MB', '1234']],
])('a reader with %j in %s', (languages, code, written) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  const price = priceText({ amount: 1_234_550, currency: 'EUR' }, code);
  const inLev = priceText({ amount: 1_234_550, currency: 'BGN' }, code);
  expect(
    [
      numberText(1_234_567.5, code),
      price.euro,
      inLev.lev,
      typedAmount(1_234_550, code),
      fileSizeText(1.5 * 1024 * 1024, code),
      createFormat(code)([['count']], { count: 1234 }),
    ].map(plain),
  ).toEqual(written);
});
