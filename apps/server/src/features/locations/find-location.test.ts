import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useTestDatabase } from '#test/test-database.ts';
import { completeLocation, findLocation } from './find-location.ts';
import { knownLocations, latinSpellings } from './known-locations.ts';

test.each([
  ['гр. София', 'sofia'],
  ['Sofia', 'sofia'],
  ['sofiq', 'sofia'],
  ['ГР.ВАРНА', 'varna'],
  ['6umen', 'shumen'],
  ['Veliko Turnovo', 'veliko-tarnovo'],
  ['В. Търново', 'veliko-tarnovo'],
  ['V. Tarnovo', 'veliko-tarnovo'],
  ['kazanlyk', 'kazanlak'],
  ['Golden Sands', 'zlatni-pyasatsi'],
  ['к.к. Слънчев бряг', 'slanchev-bryag'],
  ['община Самоков', 'samokov'],
  ['Габрово, България', 'gabrovo'],
  // A quarter after the town, also one with the name of another town.
  ['София, Лозенец', 'sofia'],
  ['София, Левски', 'sofia'],
  ['София Младост 4', 'sofia'],
  ['Haskovo, кв. Орфей', 'haskovo'],
  ['Stara Zagora - center', 'stara-zagora'],
  ['Пловдив, ж.к. Тракия', 'plovdiv'],
  // The centre of the town's own district before it.
  ['Пловдив, Карлово', 'karlovo'],
  ['Бургас (Слънчев бряг)', 'slanchev-bryag'],
  ['обл. Варна, гр. Бяла', 'byala-varna'],
  ['гр. Бяла, обл. Русе', 'byala-ruse'],
  ['Русе, Бяла', 'byala-ruse'],
  ['Област Пловдив', 'oblast-plovdiv'],
  ['Plovdivska oblast', 'oblast-plovdiv'],
  ['oblast Burgas', 'oblast-burgas'],
  ['Burgas Province', 'oblast-burgas'],
  ['Софийска област', 'oblast-sofia'],
  ['Област София', 'oblast-sofia'],
  ['Област София-град', 'oblast-sofia-grad'],
  ['Sofia City Province', 'oblast-sofia-grad'],
  // A village is in its district, and is not the town of the same name.
  ['с. Баня, Пловдивска област', 'oblast-plovdiv'],
  ['село Горна Малина, Софийска област', 'oblast-sofia'],
])('%s is %s', (text, expected) => {
  expect(findLocation(text)).toBe(expected);
});

// Two towns have that name.
test.each([
  '',
  'България',
  'Bulgaria',
  'Лозенец',
  'Бяла',
  'Berlin',
  'ул. Варна',
  ',,,',
  'с. Варна',
])('%j is unknown', (text) => {
  expect(findLocation(text)).toBeNull();
});

const ids = (typed: string) => completeLocation(typed).map(({ id }) => id);

describe('the locations', () => {
  const towns = knownLocations.filter(({ kind }) => kind === 'town');

  test('are 28 districts with 257 towns and six resorts, with different ids', () => {
    expect(knownLocations.length - towns.length).toBe(28);
    expect(towns.length).toBe(257 + 6);
    expect(new Set(knownLocations.map(({ id }) => id)).size).toBe(knownLocations.length);
  });

  test('are found by every spelling of their names with their district', () => {
    const district = new Map(knownLocations.map((location) => [location.id, location]));
    fc.assert(
      fc.property(fc.constantFrom(...towns), fc.nat(), fc.boolean(), (town, pick, upper) => {
        const spellings = [town.bg, town.en, ...latinSpellings(town.bg)];
        const spelling = spellings[pick % spellings.length] ?? '';
        const text = `${district.get(town.districtId ?? '')?.bg ?? ''}, ${spelling}`;
        expect(findLocation(upper ? text.toUpperCase() : text)).toBe(town.id);
      }),
      { numRuns: 2_000 },
    );
  });

  test('no text makes it throw', () => {
    const known = new Set<string | null>([null, ...knownLocations.map(({ id }) => id)]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(known).toContain(findLocation(text));
      }),
    );
  });

  const database = useTestDatabase();

  test('are those of the locations table', async () => {
    const rows = await database.current.database
      .selectFrom('locations')
      .select(['id', 'name_bg as bg', 'name_en as en', 'district_id as districtId'])
      .orderBy('id')
      .execute();
    const expected = knownLocations
      .map(({ id, bg, en, districtId }) => ({ id, bg, en, districtId }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    expect(rows).toEqual(expected);
  });
});

describe('completion', () => {
  test('completes in either script, towns before districts', () => {
    expect(ids('Пло')).toEqual(['plovdiv', 'oblast-plovdiv']);
    expect(ids('plo')).toEqual(['plovdiv', 'oblast-plovdiv']);
    expect(ids('търн')).toContain('veliko-tarnovo');
  });

  test('puts the likeliest location first, however it is spelt', () => {
    expect(ids('turnovo')[0]).toBe('veliko-tarnovo');
  });

  test('returns nothing for an empty text', () => {
    expect(ids('  ')).toEqual([]);
  });
});
