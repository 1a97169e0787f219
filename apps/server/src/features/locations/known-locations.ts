import { districts, englishNames, sharedNames, shortNames } from './bulgarian-locations.ts';
import { latinSpellings, romanise } from './romanise.ts';

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
  text
    .normalize('NFC')
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
  for (const name of names) add(townsByName, name, town);
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
