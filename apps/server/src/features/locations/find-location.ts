import {
  districtCalled,
  locationKey,
  knownLocations,
  townsCalled,
  type KnownLocation,
} from './known-locations.ts';

/** Longer texts are descriptions, not locations. */
const MAX_TEXT_LENGTH = 300;

const DISTRICT_WORD =
  /^(?:област|обл|oblast|obl|province of|region of)(?= )|(?<= )(?:област|oblast|province|region|district)$/u;
const TOWN_WORD =
  /^(?:град|гр|grad|gr|city of|town of|к к|kk|курорт|община|общ|obshtina|obsht)(?= )|(?<= )(?:city|town|municipality)$/u;
/** Locations below a town, which may have a town's name: villages, quarters, streets. */
const LESSER_LOCATION =
  /^(?:с|село|s|selo|village|кв|квартал|kv|kvartal|ж к|жк|zh k|zhk|jk|район|р н|rayon|ул|улица|ul|бул|bul|м т|местност|вилна зона|в з)(?= )/u;
const COUNTRY = /^(?:република )?българия$|^(?:republic of )?bulgaria$|^bg$/u;

type Part =
  | { readonly kind: 'district'; readonly id: string }
  | { readonly kind: 'towns'; readonly towns: readonly KnownLocation[] };

/** The towns at the beginning of the words, the longest name first: "софия лозенец" is in Sofia. */
const townsAtStart = (words: readonly string[]): readonly KnownLocation[] => {
  for (let length = Math.min(words.length, 3); length > 0; length -= 1) {
    const found = townsCalled(words.slice(0, length).join(' '));
    if (found.length > 0) return found;
  }
  return [];
};

const readPart = (text: string): Part | null => {
  const key = locationKey(text);
  if (key === '' || COUNTRY.test(key) || LESSER_LOCATION.test(key)) return null;
  if (DISTRICT_WORD.test(key)) {
    const id = districtCalled(key.replace(DISTRICT_WORD, '').trim());
    return id === undefined ? null : { kind: 'district', id };
  }
  const bare = key.replace(TOWN_WORD, '').trim();
  const towns = townsAtStart(bare.split(' '));
  if (towns.length > 0) return { kind: 'towns', towns };
  const id = districtCalled(bare);
  return id === undefined ? null : { kind: 'district', id };
};

const isIn = (districtId: string | null) => (town: KnownLocation) => town.districtId === districtId;

/**
 * The location id of a source's text: a town if it names one, else a district, else `null`. Reads
 * Cyrillic and Latin letters, „гр. Бяла, обл. Русе", "Plovdiv, Karlovo" (of a district's centre and
 * another of its towns the latter) and „София, Лозенец" (a quarter is ignored).
 */
export const findLocation = (text: string): string | null => {
  const parts = text
    .slice(0, MAX_TEXT_LENGTH)
    .split(/[,;|/()>•·\n]+|\s[-–—]\s/u)
    .flatMap((part) => readPart(part) ?? []);
  const named = parts.find((part) => part.kind === 'district')?.id ?? null;
  const mentioned = parts.flatMap((part) => (part.kind === 'towns' ? [part.towns] : []));

  const [first] = mentioned;
  if (first === undefined) return named;
  const district = named ?? first.find(({ isCentre }) => isCentre)?.districtId ?? null;
  // Of towns with one name the one in the named district; of several towns the most specific.
  const candidates = mentioned.map((towns) =>
    towns.length === 1 ? towns : towns.filter(isIn(district)),
  );
  const within = candidates.flat().filter(isIn(district));
  const town = within.find(({ isCentre }) => !isCentre) ?? within[0] ?? candidates.flat()[0];
  return town?.id ?? named;
};

const searchable = knownLocations.map((location) => ({
  location,
  names: [locationKey(location.bg), locationKey(location.en)],
}));

const startsWord = (name: string, key: string): boolean =>
  name.startsWith(key) || name.includes(` ${key}`);

/**
 * Locations whose name in either script has the typed prefix: whole names first, then towns, then
 * districts.
 */
export const completeLocation = (typed: string, limit = Infinity): readonly KnownLocation[] => {
  const key = locationKey(typed);
  if (key === '') return [];
  const exact = findLocation(typed);
  const found = searchable.filter(
    ({ location, names }) => location.id === exact || names.some((name) => startsWord(name, key)),
  );
  const rank = ({ location, names }: (typeof searchable)[number]): number => {
    if (location.id === exact) return 0;
    const opens = names.some((name) => name.startsWith(key));
    return (opens ? 1 : 2) + (location.kind === 'district' ? 2 : 0);
  };
  return found
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) || one.location.bg.localeCompare(other.location.bg, 'bg'),
    )
    .slice(0, limit)
    .map(({ location }) => location);
};
