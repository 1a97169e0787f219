import { expect, test } from 'vitest';
import { type PropertyTexts, readPropertyFacts } from './property-facts.ts';

const read = (given: Partial<PropertyTexts>) => {
  const { kind: _, ...facts } = readPropertyFacts({
    named: [],
    url: 'https://homes.example/1',
    title: '',
    description: '',
    ...given,
  });
  return facts;
};

const named: readonly (readonly [string, string, object])[] = [
  ['Площ', '1 200 кв.м', { area: 1_200 }],
  ['Обща площ', '65,5 m2', { area: 65.5 }],
  ['Площ на двора', '500', { area: 500 }],
  ['floorSize', '2.5 HAR', { area: 25_000 }],
  ['floorSize', '1000 FTK', { area: 92.9 }],
  ['numberOfRooms', '3', { rooms: 3 }],
  ['numberOfRooms', '300', {}],
  ['Вид имот', 'Апартамент, двустаен, 65 кв.м', { rooms: 2 }],
  ['Етаж', '3-ти от 6', { floor: '3-ти от 6' }],
  ['Етажност', '6', {}],
  ['Етаж', `${'x'.repeat(59)}🔥`, { floor: 'x'.repeat(59) }],
  ['Строителство', 'Тухла, 2009 г.', { buildType: 'тухла', year: 2009 }],
  ['Квартал', 'Лозенец', { district: 'Лозенец' }],
  ['Тип сделка', 'Под наем', { offer: 'rent' }],
  ['business function', 'http://purl.org/goodrelations/v1#LeaseOut', { offer: 'rent' }],
  ['business function', 'http://purl.org/goodrelations/v1#Sell', { offer: 'sale' }],
  ['Отопление', 'ТЕЦ', {}],
];
test.each(named)('a fact with a name: %s, %s', (name, text, facts) => {
  expect(read({ named: [{ name, texts: [text] }] })).toEqual(facts);
});

const titles: readonly (readonly [string, object])[] = [
  [
    'Продава 2-СТАЕН, 65 кв.м, кв. Лозенец, ет. 3, тухла',
    { area: 65, rooms: 2, district: 'Лозенец', floor: '3', offer: 'sale' },
  ],
  [
    'Тристаен апартамент под наем, ж.к. Младост 1А - София',
    { rooms: 3, district: 'Младост 1А', offer: 'rent' },
  ],
  ['Гарсониера 38 m² на 5-ти етаж', { rooms: 1, area: 38, floor: '5' }],
  ['3-етажна къща, строена през 1998 г., 240 кв. м', { area: 240, year: 1998 }],
  ['Продава се офис с наематели, 1500 €/кв.м', { offer: 'sale' }],
  ['Нива 12,5 дка', { area: 12_500 }],
  ['3-room flat for rent, floor 2', { rooms: 3, floor: '2', offer: 'rent' }],
];
test.each(titles)('facts of a title: %s', (title, facts) => {
  expect(read({ title })).toEqual(facts);
});

test('of several values in a description none is the home’s', () => {
  expect(read({ description: 'Къща 120 кв.м с двор 500 кв.м' })).toEqual({});
  expect(read({ description: 'Дом от 120 кв.м. Цялата площ е 120 кв.м.' })).toEqual({ area: 120 });
});

test('a fact with a name counts before those of texts', () => {
  expect(
    read({
      named: [{ name: 'area', texts: ['65'] }],
      title: 'Двустаен, 70 кв.м',
      description: 'Тристаен',
    }),
  ).toEqual({ area: 65, rooms: 2 });
});

test('an area that rounds to none is none', () => {
  expect(read({ named: [{ name: 'area', texts: ['0.01 ft'] }] })).toEqual({});
});
