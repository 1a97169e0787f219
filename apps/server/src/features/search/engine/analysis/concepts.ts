import { inOtherScript, startsCyrillic } from '@izgodno/contract/common/transliteration';
import { kinds, withWiderKinds, type Kind } from '../../kinds/kinds.ts';
import { brandNames } from './brands.ts';
import { countryNames, locationsOfCountries } from './countries.ts';
import { joinsNames } from './scanner.ts';
import { stemMark } from './types.ts';
import { stem } from './stem.ts';

/**
 * Synonyms that say how, where or for whom a product is, in Bulgarian and English. The kinds of
 * products are data (`kinds/`). An ambiguous word ("батерия": battery, tap) is left out. Two-word
 * names are written with a space.
 */
const attributes: readonly (readonly string[])[] = [
  ['безжичен', 'wireless', 'bluetooth', 'блутут', 'блутуд'],
  ['геймърски', 'гейминг', 'gaming'],
  ['ъглов', 'corner'],
  ['мъжки', 'men', 'mens', 'мъж'],
  ['дамски', 'women', 'womens', 'ladies', 'жена'],
  ['детски', 'kids', 'children'],
  ['мама', 'майка', 'mother', 'mum', 'mom'],
  ['планински', 'mountain'],
  ['електрически', 'electric', 'ел'],
  ['театър', 'театрален', 'theatre', 'theater'],
  ['all inclusive', 'ол инклузив'],
  ['нова година', 'new year'],
  ['коледа', 'коледен', 'christmas'],
  ['великден', 'великденски', 'easter'],
  // What something is made of, and what it runs on.
  ['кожен', 'кожа', 'leather'],
  ['панелен', 'панел', 'panel'],
  ['дъбов', 'дъб', 'oak'],
  ['памучен', 'памук', 'cotton'],
  ['ленен', 'лен', 'linen'],
  ['вълнен', 'вълна'],
  ['дървен', 'дърво', 'wooden', 'wood'],
  ['сребърен', 'сребро', 'silver'],
  ['златен', 'злато', 'gold', 'golden'],
  ['стоманен', 'стомана', 'steel', 'инокс', 'inox'],
  ['алуминиев', 'алуминий', 'aluminium', 'aluminum'],
  ['карбонов', 'карбон', 'carbon'],
  ['керамичен', 'керамика', 'ceramic'],
  ['бензинов', 'бензин', 'petrol'],
  ['дизелов', 'дизел', 'diesel'],
  ['газов', 'газ', 'gas', 'lpg', 'агу'],
  ['хибриден', 'хибрид', 'hybrid'],
  ['акумулаторен', 'cordless'],
  ['мече', 'мечка', 'bear'],
  ['къмпинг', 'camping'],
  ['зимен', 'winter'],
  ['летен', 'summer'],
  [
    'едностаен',
    'гарсониера',
    'боксониера',
    'one room',
    '1 стаен',
    '1 стая',
    '1 room',
    'studio flat',
  ],
  ['двустаен', 'two room', 'one bedroom', '1 bedroom', '2 стаен', '2 стаи', 'две стаи', '2 room'],
  ['тристаен', 'three room', 'two bedroom', '2 bedroom', '3 стаен', '3 стаи', 'три стаи', '3 room'],
  ['многостаен', 'четиристаен', 'four room', '4 стаен', '4 стаи', 'четири стаи', '4 room'],
  // For how many persons.
  ['двама', 'двуместен', '2 души', '2 човека', '2 местен', '2 person', '2 people'],
  [
    'трима',
    'триместен',
    '3 души',
    'три души',
    '3 човека',
    'три човека',
    '3 местен',
    '3 person',
    '3 people',
  ],
  [
    'четирима',
    'четириместен',
    '4 души',
    'четири души',
    '4 човека',
    'четири човека',
    '4 местен',
    '4 person',
    '4 people',
  ],
  [
    'шестима',
    'шестместен',
    '6 души',
    'шест души',
    '6 човека',
    'шест човека',
    '6 местен',
    '6 person',
    '6 people',
  ],
  ['наем', 'rent'],
  ['продажба', 'sale'],
  ['море', 'sea'],
  ['плаж', 'beach'],
  ['средиземноморие', 'средиземно море', 'средиземноморски', 'mediterranean'],
  ['концерт', 'concert'],
  ['класически', 'classical'],
  ['градина', 'garden'],
  ['храна', 'food'],
  ['пробег', 'километраж', 'mileage'],
  ['малък пробег', 'нисък пробег', 'low mileage'],
  ['реален пробег', 'реални километри'],
  ['математика', 'mathematics', 'maths', 'math'],
  ['история', 'history'],
  ['физика', 'physics'],
  ['химия', 'chemistry'],
  ['биология', 'biology'],
  ['география', 'geography'],
  ['английски', 'english'],
  // People who search for them also want what is for them.
  ['котка', 'коте', 'котенце', 'cat', 'kitten'],
  ['куче', 'кученце', 'dog', 'puppy'],
];

/** Marks the term that all synonyms share; no word begins with it. */
export const conceptMark = `${stemMark}=`;

const single = new Map<string, string>();
/** By the stem of the first word, then of the second. */
const pairs = new Map<string, Map<string, string>>();

/** The two words of a name, without "for" between them; null for a longer name. */
const wordsOf = (name: string): readonly [first: string, second?: string] | null => {
  const [first, second, ...others] = name.split(/[ -]/u).filter((word) => !joinsNames(word));
  if (first === undefined || others.length > 0) return null;
  return second === undefined ? [stem(first)] : [stem(first), stem(second)];
};

/** The words of all names, as these spell them. */
const nameWords = new Set<string>();

/** The first concept of a name keeps it. */
const addName = (name: string, concept: string): void => {
  for (const word of name.toLowerCase().split(/[ -]/u)) nameWords.add(word);
  const words = wordsOf(name.toLowerCase());
  if (words === null) return;
  const [first, second] = words;
  if (second === undefined) {
    if (!single.has(first)) single.set(first, concept);
    return;
  }
  const seconds = pairs.get(first) ?? new Map<string, string>();
  if (!seconds.has(second)) pairs.set(first, seconds.set(second, concept));
  // "T-shirt" is also written as one word.
  if (name.includes('-')) addName(name.replace('-', ''), concept);
};

const conceptCalled = ([name = '']: readonly string[]): string => conceptMark + name.toLowerCase();

const addNames = (names: readonly string[], concept = conceptCalled(names)): void => {
  for (const name of names) addName(name, concept);
};

for (const names of [...attributes, ...brandNames, ...countryNames]) addNames(names);
for (const { id, bg, en } of kinds) addNames([...bg, ...en], conceptMark + id);
// Last, because a product may have the name of a location.
for (const { locations } of locationsOfCountries) for (const names of locations) addNames(names);

// „смартчасовник“, "washingmachine", „олинклузив“: names of two words as one, unless that is another name.
for (const { id, bg, en } of kinds)
  for (const name of [...bg, ...en])
    if (/^\S+ \S+$/u.test(name)) addName(name.replace(' ', ''), conceptMark + id);
const others = [
  ...attributes,
  ...brandNames,
  ...locationsOfCountries.flatMap(({ locations }) => locations),
];
for (const names of others)
  for (const name of names)
    if (/^\p{L}+ \p{L}+$/u.test(name)) addName(name.replace(' ', ''), conceptCalled(names));

/**
 * The concept of the country that a location is in, by the stems of the location's words: a search for the
 * country finds it, and not the other way round.
 */
const countries = new Map<string, string>();
/** By the stem of the first word, then of the second. */
const countriesOfPairs = new Map<string, Map<string, string>>();

for (const { country, locations } of locationsOfCountries) {
  const concept = conceptCalled([country]);
  for (const location of locations.flat()) {
    const [first = '', second] = location.toLowerCase().split(' ').map(stem);
    countries.set(
      second === undefined ? first : stem(location.toLowerCase().replace(' ', '')),
      concept,
    );
    if (second !== undefined)
      countriesOfPairs.set(
        first,
        (countriesOfPairs.get(first) ?? new Map<string, string>()).set(second, concept),
      );
  }
}

/** The concept of the country of a location with a name of one word. */
export const countryOf = (stemmed: string): string | undefined => countries.get(stemmed);

const countryConcepts: ReadonlySet<string> = new Set(countryNames.map(conceptCalled));

/** Whether a concept is a country. */
export const isCountry = (concept: string): boolean => countryConcepts.has(concept);

/** Whether a word names a country or a location in one, by its stem. */
export const isLocation = (stemmed: string): boolean =>
  countryOf(stemmed) !== undefined || isCountry(conceptOf(stemmed) ?? '');

/** The same for names of two words: by the stem of the second, given the first. */
export const countriesFrom = (stemmed: string): ReadonlyMap<string, string> | undefined =>
  countriesOfPairs.get(stemmed);

/** The stems of the second words of names. */
const secondStems: ReadonlySet<string> = new Set(
  [...pairs.values(), ...countriesOfPairs.values()].flatMap((seconds) =>
    Array.from(seconds.keys()),
  ),
);

/** Whether a name of two words may end with a word, by the word's stem. */
export const endsName = (stemmed: string): boolean => secondStems.has(stemmed);

const kindByConcept: ReadonlyMap<string, Kind> = new Map(
  kinds.map((kind) => [conceptMark + kind.id, kind]),
);

/** Whether a name of two words says no more than they do: an "office chair" is a chair. */
export const isSumOfWords = (concept: string, words: readonly string[]): boolean => {
  const kind = kindByConcept.get(concept);
  if (kind === undefined) return false;
  return words.some((word) => {
    const stemmed = stem(word);
    const part = kindByConcept.get(conceptOf(stemmed) ?? productInLatin(stemmed) ?? '')?.id;
    return part === kind.id || part === kind.wider;
  });
};

/** Whether a name is of another product than its last word: a "hair dryer" is no tumble dryer. */
export const isOtherProduct = (name: string, word: string | undefined): boolean => {
  const kind = kindByConcept.get(name);
  const part = kindByConcept.get(word ?? '');
  return kind !== undefined && part !== undefined && !withWiderKinds(kind.id).includes(part.id);
};

/** Whether names are of products that share no wider kind, unlike a school bag and a laptop backpack. */
export const areUnlike = (one: string, other: string | undefined): boolean => {
  const [kind, second] = [kindByConcept.get(one), kindByConcept.get(other ?? '')];
  if (kind === undefined || second === undefined) return false;
  const wider = new Set(withWiderKinds(kind.id));
  return !withWiderKinds(second.id).some((id) => wider.has(id));
};

/** Whether another name of a product says that it is for something, by the stem: „филтър за вода“. */
export const isFor = (concept: string, purpose: string): boolean =>
  kindByConcept
    .get(concept)
    ?.bg.some((name) => stem(/ за (\S+)$/u.exec(name)?.[1] ?? '') === purpose) ?? false;

/** The kind of product that a term is the concept of. */
export const kindOfTerm = (term: string): Kind | undefined => kindByConcept.get(term);

/** The likeliest spellings of a name in Latin letters: further ones are words of other languages. */
const latinSpellings = 3;

/** English words that a name in Latin letters would be: кейс, роял, букет, кола, курс, кошер. */
const englishWords: ReadonlySet<string> = new Set(
  'keys royal bucket parcel lose roman taker motor jet flex cola raft curs kosher casket'.split(
    ' ',
  ),
);

/** Names of products in the other script ("laptop", "velosiped"), by their stem. */
const spellProductsInLatin = (): ReadonlyMap<string, string> =>
  new Map(
    kinds.flatMap(({ id, bg }) =>
      bg
        .filter((spelt) => /^[а-я]{4,}$/u.test(spelt))
        .flatMap((spelt) => inOtherScript(spelt, latinSpellings).slice(0, latinSpellings))
        .filter(({ text }) => !englishWords.has(text))
        .map(({ text }) => [stem(text), conceptMark + id] as const),
    ),
  );

/** How many spellings of each word of a longer name are known. */
const spellingsInPairs = 4;

const stemsInLatin = (word: string): readonly string[] =>
  inOtherScript(word, spellingsInPairs)
    .slice(0, spellingsInPairs)
    .map(({ text }) => stem(text));

/** The same for names of two words ("stolche za kola", "stol4e za kola"), by the stems of both. */
const spellPairsInLatin = (): ReadonlyMap<string, string> =>
  new Map(
    kinds.flatMap(({ id, bg }) =>
      bg.flatMap((name) => {
        const [first = '', second = '', ...others] = name
          .split(' ')
          .filter((word) => !joinsNames(word));
        if (others.length > 0 || !startsCyrillic(first) || !startsCyrillic(second)) return [];
        const seconds = stemsInLatin(second);
        return stemsInLatin(first).flatMap((one) =>
          seconds.map((other) => [`${one} ${other}`, conceptMark + id] as const),
        );
      }),
    ),
  );

let pairsInLatin: ReadonlyMap<string, string> | undefined;

const latin = /^[a-z46]/u;

/** The concept of a Bulgarian name of two words that is typed in Latin letters, by their stems. */
export const pairInLatin = (first: string, second: string): string | undefined =>
  latin.test(first) && latin.test(second)
    ? (pairsInLatin ??= spellPairsInLatin()).get(`${first} ${second}`)
    : undefined;

/** The concept of a name of two words of a query, by their stems. */
export const conceptOfPair = (first: string, second: string): string | undefined =>
  pairs.get(first)?.get(second) ?? pairInLatin(first, second);

/** Shorter parts of a word are words by themselves by chance. */
const shortestPart = 3;

/** Whether two words are one that names a product, and no name of two words: "head phones". */
export const isSplitProduct = (first: string, second: string): boolean =>
  first.length >= shortestPart &&
  second.length >= shortestPart &&
  pairs.get(stem(first))?.has(stem(second)) !== true &&
  isProduct(single.get(stem(first + second)) ?? '');

/** Made when first needed, because it takes some hundredths of a second. */
let productsInLatin: ReadonlyMap<string, string> | undefined;

/** The concept of a product that a word spells in Latin letters, by the word's stem. */
export const productInLatin = (stemmed: string): string | undefined =>
  startsCyrillic(stemmed) ? undefined : (productsInLatin ??= spellProductsInLatin()).get(stemmed);

/** Whether a term is the concept of a product: what a deal is, not how it is. */
export const isProduct = (term: string): boolean => kindByConcept.has(term);

/** Whether a concept is a journey, which deals of several names are: a hotel is a holiday, too. */
export const isJourney = (concept: string): boolean => kindOfTerm(concept)?.category === 'travel';

/** The term shared by the synonyms of a word, by the word's stem. */
export const conceptOf = (stemmed: string): string | undefined => single.get(stemmed);

/** Shorter words have the stem of a name by chance: „вана“ and „ване“. */
const shortestForm = 6;

/** Whether a word by itself is a form of a name. */
export const isFormOfName = (word: string): boolean =>
  conceptOf(stem(word)) !== undefined && (word.length >= shortestForm || nameWords.has(word));

/** The same for two adjacent words: by the stem of the second, given the first. */
export const conceptsFrom = (stemmed: string): ReadonlyMap<string, string> | undefined =>
  pairs.get(stemmed);
