import { expect, test } from 'vitest';
import { understand } from './understand.ts';

test.each([
  ['кола под 100 000 км', 'кола', 'под 100000 км'],
  ['кола до 150 хил. км', 'кола', 'до 150 хил. км'],
  ['cars under 100k km', 'cars', 'under 100k km'],
  ['kola pod 100 hil km', 'kola', 'pod 100 hil km'],
  ['car with less than 50,000 miles', 'car', 'with less than 50,000 miles'],
  ['кола между 50 и 100 хиляди километра', 'кола', 'между 50 и 100 хиляди километра'],
  ['кола с пробег до 150 хиляди км дизел', 'кола дизел', 'с пробег до 150 хиляди км'],
  ['кола пробег 100000-150000', 'кола', 'пробег 100000-150000'],
  ['bmw до 200000км', 'bmw', 'до 200000км'],
  ['кола 50-100 хил. км', 'кола', '50-100 хил. км'],
  ['кола от 100 000 до 150 000 км', 'кола', 'от 100 000 до 150000 км'],
  ['голф с пробег до 150000', 'голф', 'с пробег до 150000'],
  // A year, a model, power or another limit before it is no part of it.
  ['audi a4 2016 до 180 хил. км', 'audi a4 2016', 'до 180 хил. км'],
  ['bmw 2015-2018 до 150 000 км', 'bmw 2015-2018', 'до 150000 км'],
  ['bmw от 2015 до 150000 км', 'bmw от 2015', 'до 150000 км'],
  ['bmw от 2015 до 2018 до 150000 км', 'bmw от 2015 до 2018', 'до 150000 км'],
  ['голф 7 до 100 000 км', 'голф 7', 'до 100000 км'],
  ['bmw 320 до 200000 км', 'bmw 320', 'до 200000 км'],
  ['кола пробег 150000 2015', 'кола 2015', 'пробег 150000'],
])('%s is a condition of a vehicle that is left out', (query, words, mileage) => {
  expect(understand(query, 'EUR')).toMatchObject({ words, mileage, price: null });
});

test.each([
  // A distance alone may be in a title, and other products are not driven so far.
  'кола 150000 км',
  'кола 2012 - 150000 км',
  'bmw 5 i 100000 km',
  'тротинетка до 30 км',
  'маратонки до 1000 км',
  'гуми за кола на 10000 км',
])('%s has no mileage', (query) => {
  expect(understand(query, 'EUR')).toMatchObject({ words: query, mileage: null });
});

test.each(['кола до 10000 лв до 200000 км', 'кола до 10000 до 200000 км'])(
  'the price beside the mileage of %s is a price',
  (query) => {
    expect(understand(query, 'BGN')).toMatchObject({
      words: 'кола',
      mileage: 'до 200000 км',
      price: { minPrice: null, maxPrice: 511_292 },
    });
  },
);
