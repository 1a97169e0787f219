import { knownLocations, townsCalled, districtCalled } from '#features/locations/api.ts';
import { countriesFrom, isLocation } from '../engine/analysis/concepts.ts';
import { stem } from '../engine/analysis/stem.ts';
import { productNames } from '../engine/analysis/product-names.ts';
import { wordsIn, type UnreadText } from './unread-text.ts';

/**
 * Towns whose names are also common words, brands or kinds of things ("бяла рокля", „роман“), in
 * both scripts. They are places only after "гр.".
 */
const commonWords = new Set(
  (
    'бяла роман баня елена обзор мелник кула пещера искър левски раковски твърдица летница трън ' +
    'сопот борово съединение септември любимец шипка девин правец девня завет опака антоново ' +
    'садово земен рила средец китен хисар вършец куклен клисура джебел главиница мизия ветрен ' +
    'byala roman banya elena obzor melnik kula peshtera iskar levski rakovski tvarditsa letnitsa ' +
    'tran sopot borovo saedinenie septemvri lyubimets shipka devin pravets devnya zavet opaka ' +
    'rila sredets kiten hisar vision ruse lom dve'
  ).split(' '),
);

const inWords = new Set([
  'в',
  'във',
  'in',
  'to',
  'към',
  'v',
  'vav',
  'около',
  'near',
  'близо',
  'до',
  'край',
  'krai',
  'kray',
  'blizo',
  'do',
]);
const fromWords = new Set(['от', 'from', 'ot']);

/** Whether a word goes before a place, and is no part of its name. */
export const precedesLocation = (word: string): boolean => inWords.has(word) || fromWords.has(word);

const townWord = new Set(['гр', 'град', 'гр.', 'gr', 'grad', 'gr.', 'к.к.', 'курорт']);
const districtWord = new Set(['област', 'обл', 'обл.', 'oblast', 'province', 'district', 'region']);

/** Words about a journey: its place is where one travels to, and deals name it. */
const journeyWords =
  /^(?:почивк|нощувк|хотел|екскурз|уикенд|полет|самолет|билет|ваканц|круиз|курорт|спа$|hotel|holiday|vacation|night|flight|trip|excursion|weekend|break|cruise|spa$|po(?:ch|4)ivk|no(?:sht|6t)|ekskurz|hoteli?$|uikend|polet|samolet|bilet|vakanc|kruiz)/u;

/** Without a product, where one spends them is where one travels to. */
const holidays =
  /(?<!\p{L})(?:all inclusive|ол инклузив|нова година|коледа|великден|осми март|new year|christmas|easter|nova godina|koleda)(?!\p{L})/u;

/**
 * Skis are sold in any town; where one goes skiing is where one travels to. Used, let or other skis, and
 * boots for skiing, are things.
 */
const skiing =
  /(?<=^[^\p{L}\p{N}]*|(?<!\p{L})(?:на|na) )(ски|ski)(?= (?:(?:в|във|на|v|vav|in|at) )?(?:банско|боровец|пампорово|чепеларе|bansko|borovets|pamporovo|chepelare)(?!\p{L}))(?!.*(?:втор|употреб|старо|наем|used|second|rent|vtor|upotreb|naem))/iu;

/** „ски в Банско“ as „ски почивка в Банско“. */
export const writeSkiing = (words: string): string =>
  words.replace(skiing, (ski) => (/^s/iu.test(ski) ? 'ski holiday' : 'ски почивка'));

/** A bag for weekends is no journey. */
const weekend = /(?<=^[^\p{L}\p{N}]*)(уикенд|weekend)(?= (?:(?:в|във|in|at) |за двама|for two))/iu;

/** „уикенд в Банско“ as „уикенд почивка в Банско“. */
export const writeWeekend = (words: string): string =>
  words.replace(weekend, (typed) => (/^w/iu.test(typed) ? 'weekend holiday' : 'уикенд почивка'));

const occasion =
  /(?<!\p{L})(нова година|коледа|великден|осми март|new year|christmas|easter|nova godina|koleda)(?= (?:(?:в|във|на|in|at|v|vav|na) )?(\p{L}+)(?: (\p{L}+))?)/iu;

/** „нова година в Банско“ as „нова година почивка в Банско“. */
export const writeOccasion = (words: string): string =>
  words.replace(occasion, (typed, _, first: string, second = '') => {
    const name = first.toLowerCase();
    const isBesideLocation =
      isLocation(stem(name)) ||
      countriesFrom(stem(name))?.has(stem(second.toLowerCase())) === true ||
      townsCalled(name).length > 0;
    const isProductNamed = productNames(wordsIn(words)).length > 0;
    return isBesideLocation && !isProductNamed
      ? `${typed} ${/^[a-z]/iu.test(typed) ? 'holiday' : 'почивка'}`
      : typed;
  });

/** Whether words are about a journey. */
export const namesJourney = (words: string): boolean =>
  /(?<!\p{L})на мор(?:е|ето)(?!\p{L})/iu.test(words) ||
  wordsIn(words).some((word) => journeyWords.test(word) || isLocation(stem(word)));

const LONGEST_NAME = 3;

const nameOf = (words: readonly { readonly text: string }[]): string =>
  words
    .map(({ text }) => text.replace(/[-.]+$/u, ''))
    .join(' ')
    .replaceAll('-', ' ');

const locationOf = (name: string, isDistrict: boolean, isTown: boolean): string | null => {
  if (isDistrict) return districtCalled(name) ?? null;
  if (!isTown && commonWords.has(name)) return null;
  const [town, ...others] = townsCalled(name);
  return town === undefined || others.length > 0 ? null : town.id;
};

/**
 * Reads the town or district that a query names: the id of its location. The place of a journey
 * („почивка в Банско“) stays a word, because a deal's location is then where the journey begins.
 */
export const readLocation = (text: UnreadText): string | null => {
  const words = text.words();
  const isJourney =
    words.some(({ text: word }) => journeyWords.test(word)) ||
    text.shows(skiing) ||
    (text.shows(holidays) && productNames(words.map((word) => word.text)).length === 0);
  for (let length = LONGEST_NAME; length > 0; length -= 1) {
    for (let at = 0; at + length <= words.length; at += 1) {
      const named = words.slice(at, at + length);
      const before = words[at - 1]?.text ?? '';
      const after = words[at + length]?.text ?? '';
      const isDistrict = districtWord.has(before) || districtWord.has(after);
      const isTown = townWord.has(before);
      const id = locationOf(nameOf(named), isDistrict, isTown);
      if (id === null || (isJourney && !fromWords.has(before))) continue;
      let first = at;
      if (isTown || districtWord.has(before)) first -= 1;
      const preposition = words[first - 1]?.text ?? '';
      if (precedesLocation(preposition)) first -= 1;
      const last = districtWord.has(after) ? at + length : at + length - 1;
      text.blank(words[first]?.start ?? 0, words[last]?.end ?? 0);
      return id;
    }
  }
  return null;
};

const byId = new Map(knownLocations.map((location) => [location.id, location]));
const townsOf = Map.groupBy(knownLocations, ({ districtId }) => districtId);

/** The location, and for a district its towns. */
export const withTowns = (id: string): readonly string[] => [
  id,
  ...(byId.get(id)?.kind === 'district' ? (townsOf.get(id) ?? []).map((town) => town.id) : []),
];

/** The district of a town; null for a district. */
export const widerLocation = (id: string): string | null => byId.get(id)?.districtId ?? null;
