import { expect, test } from 'vitest';
import { detectLanguage, type LanguageSigns } from './detect.ts';
import { languageRecords } from './language-records.ts';

/** A visitor whose language depends on the country alone. */
const nothingKnown: LanguageSigns = {
  stored: null,
  isChosen: false,
  asked: null,
  timeZone: 'Asia/Tokyo',
  browserLanguages: ['ja', 'de-DE'],
};

const detect = (signs: Partial<LanguageSigns>) => detectLanguage({ ...nothingKnown, ...signs });

// Specification, section 9.
test.each([
  'Europe/Sofia',
  'Europe/Athens',
  'Europe/Bucharest',
  'Europe/Belgrade',
  'Europe/Skopje',
  'Europe/Podgorica',
  'Europe/Sarajevo',
  'Europe/Zagreb',
])('the time zone %s selects Bulgarian', (timeZone) => {
  expect(detect({ timeZone, browserLanguages: ['en-US'], stored: 'en' })).toBe('bg');
});

test.each([
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Toronto',
  'Europe/London',
  'Australia/Sydney',
  'Australia/Melbourne',
])('the time zone %s selects English', (timeZone) => {
  expect(detect({ timeZone, browserLanguages: ['bg-BG'], stored: 'bg' })).toBe('en');
});

test.each([
  [['bg-BG', 'en'], 'bg'],
  [['EN-gb'], 'en'],
  [['fr', 'bg', 'en'], 'bg'],
  [['bgc', 'enm'], null],
  [[], null],
] as const)('otherwise the first supported language of %j is %s', (browserLanguages, language) => {
  expect(detect({ browserLanguages })).toBe(language);
});

test('a manual choice has priority over everything', () => {
  const signs = { asked: 'en', timeZone: 'Europe/London', browserLanguages: ['en'] } as const;
  expect(detect({ ...signs, stored: 'bg', isChosen: true })).toBe('bg');
  expect(detect({ ...signs, stored: 'bg', isChosen: false })).toBe('en');
});

test('an unreadable stored choice is English, and detection is skipped', () => {
  expect(detect({ isChosen: true, timeZone: 'Europe/Sofia' })).toBe('en');
});

test('the URL has priority over the time zone and the browser', () => {
  expect(detect({ asked: 'en', timeZone: 'Europe/Sofia', browserLanguages: ['bg'] })).toBe('en');
});

test('the language of an earlier visit is no signal: only the country decides', () => {
  expect(detect({ stored: 'bg' })).toBeNull();
});

test('a language has its code, its names and its flag, drawn without a font', () => {
  const drawing: unknown = expect.stringMatching(/^data:image\/svg/);
  expect(languageRecords).toEqual({
    en: { code: 'en', name: 'English', nativeName: 'English', flag: drawing },
    bg: { code: 'bg', name: 'Bulgarian', nativeName: 'Български', flag: drawing },
  });
});
