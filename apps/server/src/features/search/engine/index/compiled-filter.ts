import {
  categories as categoryNames,
  conditions as conditionNames,
  sourceGroups as groupNames,
} from '@izgodno/contract/deals/vocabulary';
import type { DealQuery } from '../../deal-search.ts';
import { facetBit } from '../facets.ts';
import type { BrandDictionary } from './brand-dictionary.ts';
import { everyByte, type ByteName } from './filter-columns.ts';
import type { Dictionaries } from './dictionaries.ts';
import type { FacetValue } from './grouped-rows.ts';
import { homeFacets, homeValues, isWanted } from './home-values.ts';
import type { Ordinals } from './ordinals.ts';
import {
  categoryNumber,
  conditionNumber,
  groupNumber,
  PACKED_RANGE,
  SAME_GROUP,
  unpacked,
} from './packed-values.ts';

/** All prices are below, so that the difference of two fits 32 bits with its sign. */
const HIGHEST_PRICE = 2 ** 31 - 1;
const BYTE_RANGE = 256;

/**
 * Set, in addition to the bits of `facetBit`, for a deal that fails a filter without a facet, or that
 * by brand: brands are counted apart.
 */
export const FAILS_OTHER = 64;
/** Set for a deal that fails a filter of homes: the index decides them together. */
export const FAILS_HOME = 128;

/**
 * The filters of a query as tables from a value's number to the bits of the filters it fails; null
 * if all values pass.
 */
export interface CompiledFilter extends Readonly<
  Record<'packed' | FacetValue | ByteName, Uint8Array | null>
> {
  /** Lowest and highest, both inclusive. */
  readonly price: readonly [number, number] | null;
  readonly total: readonly [number, number] | null;
  /** By a brand's number. */
  readonly brands: Uint8Array | null;
}

/** By a value's number, the bit if it is not among the wanted ones. */
const failing = (wanted: readonly number[], possible: number, bit: number): Uint8Array => {
  const fails = new Uint8Array(possible).fill(wanted.length === 0 ? 0 : bit);
  for (const number of wanted) fails[number] = 0;
  return fails;
};

const compilePacked = (query: DealQuery): Uint8Array | null => {
  const { category, condition, group, inStock } = query;
  if (category.length + condition.length + group.length === 0 && !inStock) return null;
  const byCategory = failing(category.map(categoryNumber), categoryNames.length, facetBit.category);
  const byCondition = failing(
    condition.map(conditionNumber),
    conditionNames.length,
    facetBit.condition,
  );
  const byGroup = failing(group.map(groupNumber), groupNames.length, facetBit.group);
  const fails = new Uint8Array(PACKED_RANGE);
  for (let packed = 0; packed < PACKED_RANGE; packed += SAME_GROUP) {
    const failed =
      (byCategory[unpacked.category[packed] ?? 0] ?? 0) |
      (byCondition[unpacked.condition[packed] ?? 0] ?? 0) |
      (byGroup[unpacked.group[packed] ?? 0] ?? 0);
    fails.fill(failed, packed, packed + SAME_GROUP);
  }
  if (!inStock) return fails;
  for (let packed = 0; packed < PACKED_RANGE; packed += 1) {
    if (unpacked.inStock[packed] === 0) fails[packed] = (fails[packed] ?? 0) | FAILS_OTHER;
  }
  return fails;
};

const compileValues = (
  wanted: readonly string[],
  known: Ordinals,
  bit: number,
): Uint8Array | null => {
  if (wanted.length === 0) return null;
  const fails = new Uint8Array(known.size).fill(bit);
  for (const value of wanted) {
    const number = known.find(value);
    if (number !== undefined) fails[number] = 0;
  }
  return fails;
};

const compileBrands = (wanted: readonly string[], known: BrandDictionary): Uint8Array | null => {
  if (wanted.length === 0) return null;
  const fails = new Uint8Array(known.size).fill(FAILS_OTHER);
  for (const slug of wanted) for (const number of known.numbersOf(slug)) fails[number] = 0;
  return fails;
};

const compileHomes = (query: DealQuery): Uint8Array | null =>
  query.offer.length + query.rooms.length + query.area.length === 0
    ? null
    : Uint8Array.from(homeValues, (home) =>
        homeFacets.every((name) => isWanted(query, name, home)) ? 0 : FAILS_HOME,
      );

const compileLowest = (lowest: number): Uint8Array | null =>
  lowest <= 0 ? null : new Uint8Array(BYTE_RANGE).fill(FAILS_OTHER, 0, lowest);

const compileRange = (
  lowest: number | null,
  highest: number | null,
): readonly [number, number] | null =>
  lowest === null && highest === null
    ? null
    : [Math.min(lowest ?? 0, HIGHEST_PRICE), Math.min(highest ?? HIGHEST_PRICE, HIGHEST_PRICE)];

export const compileFilter = (query: DealQuery, dictionaries: Dictionaries): CompiledFilter => ({
  packed: compilePacked(query),
  sources: compileValues(query.source, dictionaries.sources, facetBit.source),
  locations: compileValues(query.location, dictionaries.locations, facetBit.location),
  homes: compileHomes(query),
  ...everyByte((_, name) => compileLowest(Number(query[name]))),
  price: compileRange(query.minPrice, query.maxPrice),
  total: compileRange(query.minTotal, query.maxTotal),
  brands: compileBrands(query.brand, dictionaries.brands),
});
