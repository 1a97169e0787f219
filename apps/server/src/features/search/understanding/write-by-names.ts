import { productOf } from '../engine/analysis/brands.ts';
import { productNames } from '../engine/analysis/product-names.ts';
import { stem } from '../engine/analysis/stem.ts';
import { writeAlternatives } from './alternatives.ts';
import { writeSkiing, writeWeekend } from './locations.ts';
import { QUOTED, UnreadText } from './unread-text.ts';

/** „205/55/16“, "205-55-R16": as the names of tyres have it. */
const tyreSize = /(?<!\d)(\d{3})[/-](\d{2})[/-][rр]?(\d{2})(?!\d)/iu;
/** „205 55 16“ beside a word for tyres; elsewhere it may be anything. */
const spacedTyreSize = /(?<!\d)([1-3]\d5)[ /](\d[05])[ /]?[rр]?(1\d|2[0-4])(?!\d)/iu;
const namesTyres = /(?<!\p{L})(?:гум|джант|t[iy]re|gumi)/iu;
const writeTyreSize = (words: string): string =>
  (namesTyres.test(words) ? words.replace(spacedTyreSize, '$1/$2 R$3') : words).replace(
    tyreSize,
    '$1/$2 R$3',
  );

/** "2 bed flat" as "2 bedroom flat", because beds are furniture. */
const writeBedrooms = (words: string): string =>
  words.replace(
    /(?<![\p{L}\p{N}])(one|two|three|[1-3])[- ]bed(?= (?:flat|apartment|maisonette|penthouse|house|home|property))/iu,
    '$1 bedroom',
  );

/** „какво да подаря на мама“ as „подарък за мама“. */
const writeGift = (words: string): string =>
  words.replace(/^какво да (?:[ѝй] |му |им )?подар(?:я|им)(?: на)?(?= \p{L})/iu, 'подарък за');

const carBody = /(?<!\p{L})(?:комби|кабрио(?:лет)?|(?<!real )estate|station wagon)(?!\p{L})/iu;
const ofCars =
  /(?<!\p{L})(?:дизел|бензин|diesel|petrol|автоматик|собственик)(?!\p{L})|(?<!\d)(?:199|20[0-3])\d(?!\d)/iu;

/** „комби дизел“ as „комби кола дизел“, because fridges are called so, too. */
const writeCarBody = (words: string): string => {
  if (!carBody.test(words) || !ofCars.test(words)) return words;
  const names = productNames(new UnreadText(words).words().map(({ text }) => text));
  return names.length > 0
    ? words
    : words.replace(carBody, (typed) => `${typed} ${/^[a-z]/iu.test(typed) ? 'car' : 'кола'}`);
};

/** „дисплей за айфон“ as „дисплей за телефон айфон“, if only that is a name. */
const writePurpose = (words: string): string =>
  words.replace(
    /(?<!\p{L})(\p{L}+)( за )(\p{L}+)/giu,
    (typed, part: string, joint: string, brand: string) => {
      const product = productOf(stem(brand.toLowerCase()));
      if (product === undefined || productNames([part.toLowerCase()]).length > 0) return typed;
      const [name] = productNames([part.toLowerCase(), 'за', product]);
      return name?.from === 0 && name.to > 2 ? `${part}${joint}${product} ${brand}` : typed;
    },
  );

/**
 * „машина за рязане на трева“ by the name „машина за трева“, if that is one. Who grinds coffee does not
 * make it, and steam does the task: „уред за почистване на пара“.
 */
const writeTask = (words: string): string =>
  words.replace(
    /(?<!\p{L})(\p{L}+ за )(?!мелене)\p{L}+[ае]не на (?!пара(?!\p{L}))(\p{L}+)(?: налягане)?/giu,
    (typed, tool: string, object: string) => {
      const [name] = productNames(`${tool}${object}`.toLowerCase().split(' '));
      return name?.from === 0 && name.to > 2 ? tool + object : typed;
    },
  );

const rewritings: readonly ((words: string) => string)[] = [
  writeTyreSize,
  writeBedrooms,
  writeGift,
  writeSkiing,
  writeWeekend,
  writeCarBody,
  writeTask,
  writePurpose,
  writeAlternatives,
];

/**
 * Writes the words of a query by the names that things have: „машина за рязане на трева“ as „машина за
 * трева“. A quoted phrase stays as it is.
 */
export const writeByNames = (words: string): string =>
  words.search(QUOTED) >= 0
    ? words
    : rewritings.reduce((written, rewrite) => rewrite(written), words);
