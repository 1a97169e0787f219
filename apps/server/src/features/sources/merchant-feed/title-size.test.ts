import { expect, test } from 'vitest';
import { readSize } from './title-size.ts';

test.each([
  ['Маратонки Рим, размер 42', null, 'Маратонки Рим', '42'],
  ['Маратонки Рим - размер: 42,5', null, 'Маратонки Рим', '42,5'],
  ['Маратонки Рим EU 42 1/2', null, 'Маратонки Рим', '42 1/2'],
  ['Дамска рокля Ела (р-р M)', null, 'Дамска рокля Ела', 'M'],
  ['Детски гащеризон, размер 98/104', null, 'Детски гащеризон', '98/104'],
  ['Running shoes Rome, Size EU 43', null, 'Running shoes Rome', '43'],
  ['Тениска с якичка, XL', null, 'Тениска с якичка', 'XL'],
  ['Тениска с якичка - 3XL', null, 'Тениска с якичка', '3XL'],
  ['Чорапи [S/M]', null, 'Чорапи', 'S/M'],
  ['Тениска с якичка', 'XL', 'Тениска с якичка', 'XL'],
  ['Тениска с якичка, XL', 'xl', 'Тениска с якичка', 'xl'],
])('%s (size %s) is %s in %s', (title, field, product, size) => {
  expect(readSize(title, field)).toEqual({ product, size });
});

test.each([
  // Models and measures that end with a number.
  ['Смартфон iPhone 16', null],
  ['Телевизор Самсунг, 55', null],
  ['Шампоан 250 мл', null],
  ['Спално бельо, размер 150/220', null],
  ['Матрак размер 90x200', null],
  ['Ръкавици размер 8', null],
  ['Volkswagen Golf GTI L', null],
  // A size in the middle.
  ['Размер 42 маратонки Рим', null],
  // What the field says is no size, or another one.
  ['Тениска, XL', 'голяма'],
  ['Тениска, XL', 'L'],
  ['Парфюм', '100 ml'],
])('%s (size %s) has no size that is understood', (title, field) => {
  expect(readSize(title, field)).toBeNull();
});
