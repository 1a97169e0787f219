import { expect, test } from 'vitest';
import { brandOf, brandSlug, brandTitle } from './brand-of.ts';
import { brands, parseBrands } from './brands.ts';

test.each([
  ['Nike', 'nike'],
  ['NIKE', 'nike'],
  ['Найк', 'nike'],
  ['Nike Sportswear', 'nike'],
  ['adidas Originals', 'adidas'],
  ["De'Longhi", 'delonghi'],
  ['DeLonghi', 'delonghi'],
  ["L'Oréal Paris", 'loreal'],
  ['Black & Decker', 'black-decker'],
  ['Hewlett Packard', 'hp'],
  ['iPhone', 'apple'],
  ['Michael Kors', 'michael-kors'],
  ['Ален мак', 'alen-mak'],
  ['  Some Shop\tBrand ', 'some-shop-brand'],
  ['优衣库', null],
  ['—', null],
  ['x'.repeat(65), null],
])('%j is %j', (name, slug) => {
  expect(brandSlug(name)).toBe(slug);
});

test.each([
  ['Samsung Galaxy S21, като нов', 'samsung'],
  ['Маратонки Найк 42 номер', 'nike'],
  ['Парфюм Hugo Boss 100 мл', 'hugo-boss'],
  ['Калъф за iPhone 14', null],
  ['Голф стик', null],
  ['Много запазен и почти нов телефон Samsung', null],
  ['', null],
])('the title %j names %j', (title, slug) => {
  expect(brandOf({ brand: null, title })).toBe(slug);
});

test('the given brand counts, and not the title', () => {
  expect(brandOf({ brand: 'Spigen', title: 'Samsung S21 кейс' })).toBe('spigen');
});

test.each([
  ['lg', 'LG'],
  ['apple', 'Apple'],
  ['some-brand', 'Some Brand'],
])('without a spelling, %s is %s', (slug, title) => {
  expect(brandTitle(slug)).toBe(title);
});

test('each brand has its own id and names, and a line is of a known brand', () => {
  const ids = brands.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const names = brands.flatMap((brand) => brand.names.map((name) => name.toLowerCase()));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(brands.filter(({ of }) => of !== '' && !ids.includes(of))).toEqual([]);
});

test.each([
  ['id\tnames\nnike\tNike', 'other columns'],
  ['id\tof\tproduct\tnames\nNike\t\t\tNike', 'invalid'],
  ['id\tof\tproduct\tnames\nnike\t\t\t', 'invalid'],
  ['id\tof\tproduct\tnames\nnike\t\tNike', 'invalid'],
])('a table that does not fit is refused: %j', (table, message) => {
  expect(() => parseBrands(table)).toThrow(message);
});
