import {
  categories as categoryNames,
  conditions as conditionNames,
  sourceGroups as groupNames,
} from '@izgodno/contract/deals/vocabulary';
import type { DealQuery } from '#ports/deal-search.ts';
import { facetBit } from '../facets.ts';
import type { Catalogue } from './catalogue.ts';
import type { Ordinals } from './ordinals.ts';
import {
  categoryNumber,
  conditionNumber,
  groupNumber,
  PACKED_RANGE,
  unpacked,
} from './packed-values.ts';

/** The highest value a column can hold. */
const HIGHEST = 2 ** 32 - 1;

/** Set, beside the bits of `facetBit`, for a deal that fails a filter which no facet shows. */
export const FAILS_OTHER = 64;

/** The filters of a query as tables from a value's number to the bits of the filters it fails. */
export interface CompiledFilter {
  /** Null, here and below, where all values pass. */
  readonly packed: Uint8Array | null;
  readonly sources: Uint8Array | null;
  readonly locations: Uint8Array | null;
  /** Lowest and highest value, both inclusive. */
  readonly price: readonly [number, number] | null;
  readonly discount: readonly [number, number] | null;
  readonly rating: readonly [number, number] | null;
}

/** By a value's number, the bit where it is not among the wanted ones. */
const failing = (wanted: readonly number[], possible: number, bit: number): Uint8Array => {
  const fails = new Uint8Array(possible).fill(wanted.length === 0 ? 0 : bit);
  for (const number of wanted) fails[number] = 0;
  return fails;
};

const compilePacked = (query: DealQuery): Uint8Array | null => {
  const { categories, conditions, groups, inStock } = query;
  if (categories.length + conditions.length + groups.length === 0 && !inStock) return null;
  const byCategory = failing(
    categories.map(categoryNumber),
    categoryNames.length,
    facetBit.category,
  );
  const byCondition = failing(
    conditions.map(conditionNumber),
    conditionNames.length,
    facetBit.condition,
  );
  const byGroup = failing(groups.map(groupNumber), groupNames.length, facetBit.group);
  const fails = new Uint8Array(PACKED_RANGE);
  for (const [packed, values] of unpacked.entries()) {
    fails[packed] =
      (byCategory[values.category] ?? 0) |
      (byCondition[values.condition] ?? 0) |
      (byGroup[values.group] ?? 0) |
      (inStock && values.inStock === 0 ? FAILS_OTHER : 0);
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

const range = (from: number | null, to: number | null): readonly [number, number] | null =>
  from === null && to === null ? null : [from ?? 0, to ?? HIGHEST];

export const compileFilter = (query: DealQuery, catalogue: Catalogue): CompiledFilter => ({
  packed: compilePacked(query),
  sources: compileValues(query.sources, catalogue.sources, facetBit.source),
  locations: compileValues(query.locations, catalogue.locations, facetBit.location),
  price: range(query.minPrice, query.maxPrice),
  discount: range(query.minDiscount, null),
  rating: range(query.minRating, null),
});
