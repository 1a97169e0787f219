import { knownBrandAtStart } from '../../brands/brand-of.ts';
import { brands } from '../../brands/brands.ts';
import { withWiderKinds } from '../../kinds/kinds.ts';
import { productNames } from './product-names.ts';

/** Years that a query asks for, at their offsets into it. */
export interface AskedYears {
  readonly start: number;
  readonly end: number;
  /** From the first to the last. */
  readonly years: readonly string[];
}

/** A year, but not the distance, the price or the engine that a number of four digits may be. */
const year = (name: string): string => String.raw`(?<${name}>19[5-9]\d|20[0-4]\d)(?![\d.,+]?\d)`;
const counted = String.raw`(?! ?(?:км|km|лв|лева|lv|€|eur|евро|куб\p{L}*|cc|ccm|см3|cm3|к\.?с|hp|кг|kg|кила|килограма|(?:мото)?часа|000)(?!\p{L}|\d{4}))`;
const ofYear = String.raw`(?: ?(?:година(?:та)?|год\.?|г\.?|year|godina)(?![\p{L}\p{N}]))?`;
const between = '(?:(?:между|от|between|from|mejdu|ot) )?';
const before =
  'до|преди|не след|по[- ]стар\\p{L}* от|(?:up )?to|before|until|till|older than|do|predi';
const after =
  'след|от|над|не преди|по[- ]нов\\p{L}* от|не по[- ]стар\\p{L}* от|поне|минимум|after|since|from|newer than|not older than|sled|ot';
const onwards = String.raw`\+|(?: (?:и|или|and|or) )?(?: ?(?:по[- ])?нагоре| ?по[- ]нов\p{L}*|(?<= )newer| onwards| ?и след)`;

const asked = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,-])(?:` +
    `${between}${year('first')}${ofYear} ?(?:[-–—]|до|и|to|and|do|i) ?${year('last')}${counted}${ofYear}|` +
    `(?:${after}) ${year('least')}${counted}${ofYear}(?:${onwards})?|` +
    `${year('newer')}${ofYear}(?:${onwards})|` +
    `(?:${before}) ${year('most')}${counted}${ofYear}` +
    String.raw`)(?![\p{L}\p{N}])`,
  'giu',
);

const namesYear = /(?:19|20)\d\d/u;

const vehicles: ReadonlySet<string> = new Set(
  'car van truck motorhome caravan trailer motorcycle atv tractor jet-ski boat'.split(' '),
);

const isVehicle = (id: string): boolean => withWiderKinds(id).some((kind) => vehicles.has(kind));

const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? [];

/** The brands that make vehicles, also if only one of their lines says so. */
const makers: ReadonlySet<string> = new Set(
  brands.flatMap(({ id, of, product }) =>
    productNames(wordsOf(product)).some((name) => isVehicle(name.id)) ? [of === '' ? id : of] : [],
  ),
);

/** What a vehicle comes with is none: „кола с навигация“. */
const withParts = /(?<!\p{L})(?:с|със|with)(?!\p{L}).*$/iu;

const beforePurpose: ReadonlySet<string> = new Set(['за', 'for', 'za']);

/** Whether a query is for a vehicle, and not for a part of one: „калобран за бмв“. */
export const isForVehicle = (text: string): boolean => {
  const words = wordsOf(text.replace(withParts, ''));
  const names = productNames(words);
  const isNamed = names.length > 0 && names.every(({ id }) => isVehicle(id));
  const maker = words.findIndex((_, at) =>
    makers.has(knownBrandAtStart(words.slice(at))?.slug ?? ''),
  );
  if (!isNamed && (names.length > 0 || maker < 0)) return false;
  const first = names[0]?.from ?? maker;
  return !beforePurpose.has(words[first - 1] ?? '');
};

/** Vehicles of more years are rare, and each year is another term to look up. */
const MOST_YEARS = 50;

/** Sources name next year's models. */
const newestYear = (): number => new Date().getFullYear() + 1;

const yearsOf = (groups: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const first = groups['first'] ?? groups['least'] ?? groups['newer'];
  const last = groups['last'] ?? groups['most'];
  const to = last === undefined ? newestYear() : Number(last);
  const oldest = to - MOST_YEARS + 1;
  const from = first === undefined ? oldest : Math.max(Number(first), oldest);
  return Array.from({ length: Math.max(to - from + 1, 0) }, (_, at) => String(from + at));
};

/** Each costs the terms of its years, and few queries have more than one. */
const MOST_SPANS = 3;

/** The years that a query asks a vehicle to be of: „кола след 2015“, "golf 2012-2015". */
export const yearsAsked = (text: string): readonly AskedYears[] => {
  // Most queries name none.
  if (!namesYear.test(text)) return [];
  const found = Array.from(text.matchAll(asked), ({ 0: part, index, groups = {} }) => ({
    start: index,
    end: index + part.length,
    years: yearsOf(groups),
  }))
    .filter(({ years }) => years.length > 0)
    .slice(0, MOST_SPANS);
  // "sled 2015" is no sledge.
  return found.length > 0 && isForVehicle(text.replaceAll(asked, ' ')) ? found : [];
};
