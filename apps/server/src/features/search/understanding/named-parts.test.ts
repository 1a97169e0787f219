import { describe, expect, test } from 'vitest';
import { readNamedParts } from './named-parts.ts';

/** The parts of a name, as "text" or "text = value". */
const named = (wanted: string, words: string): readonly string[] =>
  readNamedParts(words).flatMap(({ name, text, value }) =>
    name === wanted ? [value === undefined ? text : `${text} = ${value}`] : [],
  );

describe('brands', () => {
  test.each([
    ['маратонки найк', 'найк = nike'],
    ['Nike Air Max', 'Nike = nike'],
    ['самсунг телевизор', 'самсунг = samsung'],
    ['tp-link рутер', 'tp-link = tp-link'],
    ['яке the north face', 'the north face = the-north-face'],
    ['iphone 15 pro max 256', 'iphone 15 pro max 256 = apple'],
    ['samsung galaxy s23 черен', 'samsung galaxy s23 = samsung'],
    ['бмв 320', 'бмв = bmw'],
    ['джип бмв', 'бмв = bmw'],
    ['кафемашина делонги', 'делонги = delonghi'],
  ])('%s names %s', (words, part) => {
    expect(named('brand', words)).toEqual([part]);
  });

  test.each([
    // For what, and not of what.
    'калъф за iphone',
    'charger for samsung',
    // An accessory may be of any brand.
    'калъф iphone 14',
    'зарядно samsung',
    // Products for the cars of that maker.
    'гуми bmw',
    'бмв части за двигател',
    '"nike air"',
  ])('%s names none', (words) => {
    expect(named('brand', words)).toEqual([]);
  });

  test('may have the name of a product in theirs', () => {
    expect(named('brand', 'кока кола 2 литра')).toEqual(['кока кола = coca-cola']);
    expect(named('kind', 'кока кола 2 литра')).toEqual([]);
    expect(named('kind', 'синя кола')).toEqual(['кола = car']);
  });
});

test.each([
  ['гуми 16 цола', ['16 цола']],
  ['телевизор 55"', ['55"']],
  ['маратонки 42 номер', ['42 номер']],
  ['размер 38.5 обувки', ['размер 38.5']],
  ['телефон 256 гб', ['256 гб']],
  ['ssd 1TB', ['1TB']],
  ['дъмбели 5 кг', ['5 кг']],
  ['гуми 205/55 R16', ['205/55 R16']],
  ['матрак 160х200 см', ['160х200 см']],
  ['бойлер 80 л 2000 W', ['80 л']],
  ['перфоратор 18 V', ['18 V']],
  ['лаптоп i5 2020', []],
  ['"кола след 2015"', []],
  ['кола 150 к.с. след 2015 г. дизел', ['след 2015 г.', '150 к.с.']],
  ['игра за 4 души', []],
])('%s names the sizes %j', (words, sizes) => {
  expect(named('size', words)).toEqual(sizes);
});

test.each([
  ['двустаен апартамент', ['двустаен = 2']],
  ['апартамент 3-стаен', ['3-стаен = 3']],
  ['двустайни апартаменти', ['двустайни = 2']],
  ['гарсониера', ['гарсониера = 1']],
  ['two-room flat', ['two-room = 2']],
  ['one-bedroom apartment', ['one-bedroom = 2']],
  ['апартамент', []],
])('%s names the rooms %j', (words, rooms) => {
  expect(named('rooms', words)).toEqual(rooms);
});

test.each([
  ['черен лаптоп', ['лаптоп = laptop']],
  ['чанта за лаптоп 15 инча', ['чанта за лаптоп = laptop-bag']],
  ['cheap coffee machine', ['coffee machine = coffee-machine']],
  ['детско столче за кола', ['детско столче = car-seat', 'столче за кола = car-seat']],
  ['sinyo stol4e za kola', ['stol4e za kola = car-seat']],
  ['chanta za laptop 15 incha', ['chanta za laptop = laptop-bag']],
  ['wireless head phones', []],
  // The whole query: a chip would only repeat it.
  ['лаптоп', []],
])('%s names the kinds %j', (words, kinds) => {
  expect(named('kind', words)).toEqual(kinds);
});

test.each([
  ['почивка в Гърция', ['в Гърция']],
  ['cheap holiday greece', ['greece']],
  ['екскурзия до Черна гора', ['до Черна гора']],
  ['почивка в Халкидики', ['в Халкидики']],
  ['хотел слънчев бряг юли', ['слънчев бряг']],
  ['flights to Rome from Sofia', ['to Rome']],
  ['почивка без Турция', []],
  // The whole query: a chip would only repeat it.
  ['Гърция', []],
  ['в Гърция', []],
])('%s names the locations %j', (words, locations) => {
  expect(named('location', words)).toEqual(locations);
});

test.each([
  ['екскурзия до Черна гора', { bg: 'Черна гора', en: 'Montenegro' }],
  ['нощувки в анталия', { bg: 'Анталия', en: 'Antalya' }],
  ['flight to ROME', { bg: 'Рим', en: 'Rome' }],
])('%s shows the location by its names', (words, label) => {
  const part = readNamedParts(words).find(({ name }) => name === 'location');
  expect(part?.label).toEqual(label);
});
