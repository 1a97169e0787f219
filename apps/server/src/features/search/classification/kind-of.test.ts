import { expect, test } from 'vitest';
import { kindOf, type DealWords } from './kind-of.ts';

const kindOfDeal = (title: string, more: Partial<DealWords> = {}): string | null =>
  kindOf({ title, brand: null, category: 'electronics', ...more });

const LAPTOPS = 328;
const PHONES = 267;
const LAMPS = 4636;

test.each([
  // The number decides where the title says nothing, or something else.
  ['ThinkPad T480 i5', LAPTOPS, 'laptop'],
  ['Офис комплект с принтер', LAPTOPS, 'laptop'],
  // A narrower kind of the same number.
  ['Безжичен телефон Panasonic', PHONES, 'cordless-phone'],
  // Many shops file accessories under what they are for.
  ['Калъф за телефон', PHONES, 'phone-case'],
  ['Strap with charm', PHONES, 'mobile-phone'],
])('a feed that files %j under %i sells a %s', (title, googleCategory, kind) => {
  expect(kindOfDeal(title, { googleCategory })).toBe(kind);
});

test('of several kinds of one number the title decides, else it is the widest', () => {
  const lamps = { googleCategory: LAMPS, category: 'home-garden' } as const;
  expect(kindOfDeal('Лампион с абажур', lamps)).toBe('floor-lamp');
  expect(kindOfDeal('Модел Рим', lamps)).toBe('lamp');
});

test.each([
  ['Лаптоп Lenovo', 'laptop'],
  ['Чанта за лаптоп', 'laptop-bag'],
  ['Зарядно за лаптоп HP', 'laptop-charger'],
  // „офис“ is real estate, and "slim" no slime.
  ['Офис лаптоп Dell', 'laptop'],
  ['Slim laptop 14"', 'laptop'],
  ['Dell XPS 13', null],
  ['iPhone 15 Pro 256GB', 'mobile-phone'],
  ['Samsung Galaxy S23', 'mobile-phone'],
  // A brand is read as what it is known for.
  ['Стойка за iPhone', 'phone-holder'],
  ['Стъкло за iPhone', null],
  // What is counted comes with it, and a quotation is its theme.
  ['Лаптоп Aster, две батерии', 'laptop'],
])('the title %j names %s', (title, kind) => {
  expect(kindOfDeal(title)).toBe(kind);
});

test("the source's own category names the kind of a title without one", () => {
  const sourceCategory = 'Компютри > Лаптопи';
  expect(kindOfDeal('Dell XPS 13', { sourceCategory })).toBe('laptop');
  expect(kindOfDeal('Чанта за лаптоп', { sourceCategory })).toBe('laptop-bag');
  expect(kindOfDeal('Dell XPS 13', { sourceCategory: 'Лаптопи и аксесоари' })).toBeNull();
});

test('the category says which product a word means', () => {
  expect(kindOfDeal('Роман за една нощувка', { category: 'books-media' })).toBe('novel');
  expect(kindOfDeal('Нощувка', { category: 'books-media' })).toBeNull();
  expect(kindOfDeal('Чадър', { category: 'other' })).toBe('umbrella');
  expect(kindOfDeal('Туристическа раница', { category: 'sports' })).toBe('backpack');
  expect(kindOfDeal('Keyboard 76 keys')).toBe('keyboard');
  expect(kindOfDeal('Keyboard 76 keys', { category: 'music-instruments' })).toBe('synthesizer');
  expect(kindOfDeal('Марки „лаптоп“', { category: 'collectibles' })).toBeNull();
});

test('words are apart also in a title that becomes longer when it is read', () => {
  const furniture = { category: 'furniture' } as const;
  expect(kindOfDeal('Table, lamp', furniture)).toBe('table');
  expect(kindOfDeal('№ 1… ❤️ Table, lamp', furniture)).toBe('table');
});

test('only a deal of no other category is a service that its title names', () => {
  expect(kindOfDeal('Ремонт на телефони', { category: 'other' })).toBe('repair-service');
  expect(kindOfDeal('Dentist play set', { category: 'toys-games' })).toBeNull();
  expect(kindOfDeal('Лаптоп HP, след ремонт', { category: 'home-garden' })).toBe('laptop');
  expect(kindOfDeal('Ремонт комплект за гуми', { category: 'automotive' })).toBe('repair-kit');
});

test('tags decide last', () => {
  const tags = ['console', 'games'];
  expect(kindOfDeal('Playra 1 TB', { tags })).toBe('games-console');
  expect(kindOfDeal('Таблет', { tags })).toBe('tablet');
});
