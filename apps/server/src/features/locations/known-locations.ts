import { normalise } from '@izgodno/contract/common/normalise';
import { districts, englishNames, sharedNames, shortNames } from './bulgarian-locations.ts';

const letters: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sht',
  ъ: 'a',
  ь: 'y',
  ю: 'yu',
  я: 'ya',
};

/** Romanises Bulgarian by the Transliteration Act of 2009, including its rule for a final „ия". */
const romanise = (text: string): string =>
  text.replace(/ия(?!\p{L})/gu, 'ia').replace(/[а-я]/giu, (letter) => {
    const latin = letters[letter.toLowerCase()] ?? letter;
    return letter === letter.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  });

/** Informal Latin spellings of letters, in addition to the official one. */
const habits: Readonly<Record<string, readonly string[]>> = {
  в: ['w'],
  ж: ['j'],
  й: ['i', 'j'],
  х: ['x', 'kh'],
  ц: ['c', 'tz'],
  ч: ['4'],
  ш: ['6'],
  щ: ['sht', '6t'],
  ъ: ['u', 'y'],
  ю: ['iu', 'ju'],
  я: ['ia', 'ja', 'q'],
};

/** Longer names would have more combinations than people use in one word. */
const MAX_SPELLINGS = 400;

/** The lower-case Latin spellings of a Bulgarian name; the official one first. */
export const latinSpellings = (name: string): readonly string[] => {
  let spellings: readonly string[] = [''];
  for (const letter of name.toLowerCase()) {
    const ways = [letters[letter] ?? letter, ...(habits[letter] ?? [])];
    const [official = ''] = ways;
    const next = spellings.flatMap((start) => ways.map((way) => start + way));
    spellings = next.length <= MAX_SPELLINGS ? next : spellings.map((start) => start + official);
  }
  return [...new Set([romanise(name).toLowerCase(), ...spellings])];
};

/** A row of the `locations` table. */
export interface KnownLocation {
  readonly id: string;
  readonly kind: 'district' | 'town';
  readonly bg: string;
  readonly en: string;
  /** Id of its district; `null` for districts themselves. */
  readonly districtId: string | null;
  /** Whether the district is named after it. */
  readonly isCentre: boolean;
}

const titleCase = (name: string): string =>
  name.replace(/(?<=^| )\p{L}/gu, (letter) => letter.toUpperCase());

const towns = districts.flatMap(({ id: districtId, towns: names, en }) =>
  names.map((bg): KnownLocation => ({
    id: sharedNames[bg]?.[districtId] ?? romanise(bg).toLowerCase().replaceAll(' ', '-'),
    kind: 'town',
    bg,
    en: englishNames[bg] ?? titleCase(romanise(bg)),
    districtId,
    isCentre: en.startsWith(`${romanise(bg)} `) && districtId !== 'oblast-sofia',
  })),
);

/** Every location: the districts, then their towns. */
export const knownLocations: readonly KnownLocation[] = [
  ...districts.map(({ id, bg, en }): KnownLocation => ({
    id,
    kind: 'district',
    bg,
    en,
    districtId: null,
    isCentre: false,
  })),
  ...towns,
];

/** The form in which names are compared: lower case, one space between words, hyphens as spaces. */
export const locationKey = (text: string): string =>
  normalise(text)
    .toLowerCase()
    .replace(/[\s\u00AD.\-–—_]+/g, ' ')
    .trim();

const spellingsOf = ({ bg, en }: Pick<KnownLocation, 'bg' | 'en'>): readonly string[] => [
  ...new Set([bg.toLowerCase(), en.toLowerCase(), ...latinSpellings(bg)].map(locationKey)),
];

const add = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void => {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
};

const townsByName = new Map<string, KnownLocation[]>();
for (const town of towns) {
  const short = (shortNames[town.bg] ?? []).map((bg) => ({ bg, en: romanise(bg) }));
  const names = new Set([town, ...short].flatMap(spellingsOf));
  // „старазагора“
  const joined = Array.from(names, (name) => name.replaceAll(' ', ''));
  for (const name of new Set([...names, ...joined])) add(townsByName, name, town);
}

/** The towns with this name, in either script; two if they share it. */
export const townsCalled = (key: string): readonly KnownLocation[] => townsByName.get(key) ?? [];

/**
 * „Област София" is the district around the capital, whose own district is always called
 * „София-град".
 */
const sharesNameWith = (districtId: string): readonly string[] | undefined =>
  ({ 'oblast-sofia': ['София'], 'oblast-sofia-grad': [] })[districtId];

const districtsByName = new Map<string, string>();
for (const { id, bg, en, adjective, towns: names } of districts) {
  const named = [bg, adjective, ...(sharesNameWith(id) ?? names.slice(0, 1))].map((name) => ({
    bg: name,
    en: name === bg ? en : romanise(name),
  }));
  for (const name of named.flatMap(spellingsOf)) {
    const bare = name
      .replace(/^област |^oblast /, '')
      .replace(/ (?:област|oblast|province|region)$/, '');
    if (!districtsByName.has(bare)) districtsByName.set(bare, id);
  }
}

/** The district with this name or adjective, without the word for district. */
export const districtCalled = (key: string): string | undefined => districtsByName.get(key);
