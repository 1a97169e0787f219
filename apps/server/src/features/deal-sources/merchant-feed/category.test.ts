import { expect, test } from 'vitest';
import { createCategoryMapper } from './category.ts';

const categoryOf = createCategoryMapper();

test.each([
  ['187', '', 'clothing'],
  ['222 - Electronics', '', 'electronics'],
  ['999999', 'Мебели > Дивани', 'furniture'],
  ['Apparel & Accessories > Shoes', '', 'clothing'],
  ['Cameras & Optics > Cameras', '', 'photography'],
  ['Home & Garden > Kitchen & Dining', '', 'home-garden'],
  ['Vehicles & Parts', '', 'automotive'],
  ['', 'Обувки > Мъжки', 'clothing'],
  ['', 'Електроника > Лаптопи', 'electronics'],
  ['', 'Електроника > Фотоапарати', 'photography'],
  ['', 'Музикални инструменти > Китари', 'music-instruments'],
  ['', 'Автомобилни гуми', 'automotive'],
  ['', 'Имоти > Апартаменти', 'imoti'],
  ['', 'Книжарница', 'books-media'],
  // "tire" is a rule, but not within "entire".
  ['', 'Entire stock', 'other'],
  ['', '', 'other'],
])('%j and %j', (taxonomy, productType, expected) => {
  expect(categoryOf(taxonomy, productType)).toBe(expected);
});
