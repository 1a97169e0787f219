import { describe, expect, test } from 'vitest';
import { readGoogleCategory } from './google-taxonomy.ts';
import { homonyms, meantIn } from './homonyms.ts';
import { kindById, kinds, parseKinds, withWiderKinds } from './kinds.ts';

describe('the kinds', () => {
  test('are more than a thousand, each with its own id', () => {
    expect(kinds.length).toBeGreaterThan(1_000);
    expect(kindById.size).toBe(kinds.length);
  });

  test('share no name, because a name must say which kind is meant', () => {
    const owners = new Map<string, string[]>();
    for (const { id, en, bg } of kinds) {
      for (const name of new Set([...en, ...bg].map((name) => name.toLowerCase()))) {
        owners.set(name, [...(owners.get(name) ?? []), id]);
      }
    }
    expect([...owners].filter(([, ids]) => ids.length > 1)).toEqual([]);
  });

  test('have names in the letters of their language', () => {
    const wrong = kinds.flatMap(({ en, bg }) => [
      ...en.filter((name) => /[а-я]/iu.test(name)),
      // „SSD диск“, "gsm", "wifi".
      ...bg.filter((name) => !/[а-я]/iu.test(name) && name !== 'gsm'),
    ]);
    expect(wrong).toEqual([]);
  });

  test('are each one of known kinds, and numbered as Google numbers them', () => {
    expect(kinds.filter(({ wider }) => wider !== '' && !kindById.has(wider))).toEqual([]);
    const unknown = kinds.filter(
      ({ google }) => google !== null && readGoogleCategory(String(google)) === null,
    );
    expect(unknown).toEqual([]);
  });

  test('have wider ones', () => {
    expect(withWiderKinds('two-room-apartment')).toEqual(['two-room-apartment', 'apartment']);
    expect(withWiderKinds('no-such-kind')).toEqual([]);
  });

  test.each([
    ['id\ten\tbg\nx\ty\tz', 'other columns'],
    ['id\tgoogle\twider\ten\tbg\nLap Top\t1\t\tlaptop\tлаптоп', 'invalid'],
    ['id\tgoogle\twider\ten\tbg\nlaptop\tx\t\tlaptop\tлаптоп', 'invalid'],
    ['id\tgoogle\twider\ten\tbg\nlaptop\t1\t\tlaptop', 'invalid'],
  ])('are refused in a file that does not fit: %j', (table, message) => {
    expect(() => parseKinds(table, 'electronics')).toThrow(message);
  });
});

test('homonyms are of kinds, and mean one of another kind', () => {
  const unknown = homonyms.filter(
    ([, named, meant]) => !kindById.has(named) || !kindById.has(meant) || named === meant,
  );
  expect(unknown).toEqual([]);
  expect(meantIn('music-instruments', 'keyboard')).toBe('synthesizer');
  expect(meantIn('electronics', 'keyboard')).toBe('keyboard');
});

const PATH = 'Home & Garden > Kitchen & Dining > Kitchen Appliances';

test.each([
  ['736', 'home-garden', 'coffee-machine'],
  [`${PATH} > Coffee Makers & Espresso Machines`, 'home-garden', 'coffee-machine'],
  [`736 - ${PATH} > Coffee Makers &amp; Espresso Machines`, 'home-garden', 'coffee-machine'],
  // A narrower entry is of the kind of the entry above it.
  ['1388', 'home-garden', 'coffee-machine'],
  ['328', 'electronics', 'laptop'],
  ['Electronics > Computers > Laptops', 'electronics', 'laptop'],
])('Google says by %s what is sold', (text, category, id) => {
  const found = readGoogleCategory(text);
  expect(found?.category).toBe(category);
  expect(found?.kinds.map((kind) => kind.id)).toContain(id);
});

test.each(['', '99999999', 'Laptops', 'Дом > Кухня'])('%j is no entry of Google', (text) => {
  expect(readGoogleCategory(text)).toBeNull();
});
