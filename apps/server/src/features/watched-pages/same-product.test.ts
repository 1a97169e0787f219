import { expect, test } from 'vitest';
import { isSameProduct } from './same-product.ts';

const GTIN = '4006381333931';
const OTHER_GTIN = '5901234123457';
const identity = (title: string, gtin: string | null = null, mpn: string | null = null) => ({
  title,
  gtin,
  mpn,
});

test.each([
  ['the number', identity('Кафемашина', GTIN), identity('Нещо друго', `0${GTIN}`)],
  ['the part number', identity('Кафемашина', null, 'EA81'), identity('Krups', GTIN, 'EA81')],
  ['the title', identity('Кафемашина Krups EA8108'), identity('Krups EA8108 Кафемашина')],
  [
    'a title with more words',
    identity('Кафемашина Krups EA8108'),
    identity('Автоматична кафемашина Krups EA8108, черна, -20% промо'),
  ],
  ['a shorter title', identity('Слушалки Sony WH-1000XM5 черни'), identity('Sony WH-1000XM5')],
])('a page shows the same product by %s', (_, before, now) => {
  expect(isSameProduct(before, now)).toBe(true);
});

test.each([
  ['number', identity('Кафемашина', GTIN), identity('Кафемашина', OTHER_GTIN)],
  ['model', identity('Samsung Galaxy S24 256GB'), identity('Samsung Galaxy S25 256GB')],
  ['title', identity('Кафемашина Krups EA8108'), identity('Прахосмукачка Bosch BGL6')],
  ['part number and title', identity('Кафемашина', null, 'A'), identity('Тостер', null, 'B')],
])('a page shows another product by its %s', (_, before, now) => {
  expect(isSameProduct(before, now)).toBe(false);
});
