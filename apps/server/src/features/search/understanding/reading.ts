import { isDeepStrictEqual } from 'node:util';
import type { Currency } from '@izgodno/contract/common/money';
import { roomCounts } from '@izgodno/contract/deals/vocabulary';
import type { NamedPart, Understood } from '@izgodno/contract/search/understood';
import type { DealQuery } from '../deal-search.ts';
import { hasWords } from '../engine/analysis/query-syntax.ts';
import { remember } from '../remember.ts';
import { readNamedParts } from './named-parts.ts';
import { understandText, type Understanding } from './understand.ts';

/** Filters that only narrow, because the words that name them stay. */
type NamedFilters = Partial<Pick<DealQuery, 'brand' | 'rooms'>>;

/** A query with the understood parts that no explicit filter or order takes the place of. */
export interface Reading {
  readonly query: DealQuery;
  readonly meaning: Understanding;
  /** A part of the meaning as it is typed. */
  readonly asTyped: (part: string) => string;
  /** What the words name, as they are read before anything is loosened. */
  readonly parts: readonly NamedPart[];
  /** The filters that the words name beside; none once they are left out. */
  readonly named: NamedFilters;
  readonly replaced: Understood['replaced'];
  /** The words that are searched side by side as they are, so that no product is read from them. */
  readonly phrase: string | null;
}

// The suggestions after each key are read again after the next one.
const understoodIn = {
  EUR: remember((text) => understandText(text, 'EUR')),
  BGN: remember((text) => understandText(text, 'BGN')),
} as const satisfies Record<Currency, unknown>;
const namedPartsOf = remember(readNamedParts);

/** Whether the words decide: the filter is not given, or it has the value that they name. */
const decides = (
  given: readonly (string | number | null)[],
  meant: readonly (string | number | null)[],
): boolean => given.every((value) => value === null) || isDeepStrictEqual(given, meant);

/** The understood parts that apply: another explicit filter takes the place of an understood one. */
const effective = (query: DealQuery, meaning: Understanding): Understanding => {
  const { price, condition, location, discount, offer, area } = meaning;
  return {
    ...meaning,
    price: decides(
      [query.minPrice, query.maxPrice],
      [price?.minPrice ?? null, price?.maxPrice ?? null],
    )
      ? price
      : null,
    condition: decides(query.condition, condition) ? condition : [],
    location: decides(query.location, [location]) ? location : null,
    inStock: !query.inStock && meaning.inStock,
    freeDelivery: query.freeDelivery ? null : meaning.freeDelivery,
    discount: decides([query.minDiscount], [discount?.least ?? null]) ? discount : null,
    offer: decides(query.offer, [offer?.value ?? null]) ? offer : null,
    area: decides(query.area, area?.values ?? []) ? area : null,
  };
};

/** The understood parts that an explicit filter takes the place of. */
const replacedParts = (typed: Understanding, applied: Understanding): Understood['replaced'] => [
  ...(typed.price === applied.price ? [] : (['minPrice', 'maxPrice'] as const)),
  ...(typed.condition.length === applied.condition.length ? [] : (['condition'] as const)),
  ...(typed.location === applied.location ? [] : (['location'] as const)),
  ...(typed.offer === applied.offer ? [] : (['offer'] as const)),
  ...(typed.area === applied.area ? [] : (['area'] as const)),
  ...(typed.discount === applied.discount ? [] : (['minDiscount'] as const)),
];

const valuesOf = (parts: readonly NamedPart[], named: NamedPart['name']): readonly string[] => [
  ...new Set(
    parts.flatMap(({ name, value }) => (name === named && value !== undefined ? [value] : [])),
  ),
];

/** The filters that parts of the words name, unless one is given. */
const namedFilters = (query: DealQuery, parts: readonly NamedPart[]): NamedFilters => {
  const brand = query.brand.length > 0 ? [] : valuesOf(parts, 'brand');
  const values = query.rooms.length > 0 ? [] : valuesOf(parts, 'rooms');
  const rooms = roomCounts.filter((count) => values.includes(count));
  return { ...(brand.length === 0 ? {} : { brand }), ...(rooms.length === 0 ? {} : { rooms }) };
};

export const readQuery = (query: DealQuery, currency: Currency): Reading => {
  const { meaning: typed, asTyped } = understoodIn[currency](query.text);
  const meaning = effective(query, typed);
  const parts = namedPartsOf(meaning.words);
  return {
    query,
    meaning,
    asTyped,
    parts,
    named: namedFilters(query, parts),
    replaced: replacedParts(typed, meaning),
    phrase: null,
  };
};

/** The words to exclude; none if no other words are left. */
export const excludedBy = ({ words, unwanted }: Understanding): readonly string[] =>
  hasWords(words) ? unwanted : [];

/** What no search can ask for: words to exclude if no others are left, and the mileage. */
export const alwaysLeftOut = (meaning: Understanding): readonly string[] => [
  ...(excludedBy(meaning).length === 0 ? meaning.unwanted : []),
  ...(meaning.mileage === null ? [] : [meaning.mileage]),
];

/** What of a query no search can ask for, as it is typed. */
export const leftOutOf = ({ raw, text }: DealQuery): readonly string[] => {
  if (raw) return [];
  const { meaning, asTyped } = understoodIn.EUR(text);
  return alwaysLeftOut(meaning).map(asTyped);
};

const apply = (query: DealQuery, meaning: Understanding): DealQuery => ({
  ...query,
  ...meaning.price,
  text: meaning.words,
  without: [...query.without, ...excludedBy(meaning).map((part) => part.replace(/^-/u, ''))],
  condition: meaning.condition.length === 0 ? query.condition : meaning.condition,
  location: meaning.location === null ? query.location : [meaning.location],
  inStock: query.inStock || meaning.inStock,
  freeDelivery: query.freeDelivery || meaning.freeDelivery !== null,
  minDiscount: meaning.discount?.least ?? query.minDiscount,
  offer: meaning.offer === null ? query.offer : [meaning.offer.value],
  area: meaning.area?.values ?? query.area,
});

/**
 * The query with what is understood of its text as filters, without those that only narrow: the words
 * find no less.
 */
export const understandQuery = (query: DealQuery): DealQuery =>
  query.raw ? query : apply(query, effective(query, understoodIn.EUR(query.text).meaning));

const quotes = /["„“”«»]/gu;
const asPhrase = (words: string): string => `"${words.replaceAll(quotes, ' ')}"`;

/** What is searched for a reading. An order that was chosen takes the place of an understood one. */
export const queryOf = (
  { query, meaning, named, phrase }: Reading,
  isSorted: boolean,
): DealQuery => {
  const applied = { ...apply(query, meaning), ...named };
  const sort = isSorted ? applied.sort : (meaning.sort ?? applied.sort);
  const literal = phrase === null ? {} : { text: asPhrase(phrase), raw: true };
  return { ...applied, ...literal, sort };
};
