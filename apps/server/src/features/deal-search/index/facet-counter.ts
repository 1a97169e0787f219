import type { FacetName } from '@izgodno/contract/deals/calls';
import { categories, conditions, sourceGroups } from '@izgodno/contract/deals/vocabulary';
import { bucketNames, facetBit, presentFacets, type Facets } from '../facets.ts';
import { NONE, type Catalogue } from './catalogue.ts';
import { FAILS_OTHER } from './compiled-filter.ts';
import { PACKED_RANGE, unpacked } from './packed-values.ts';
import type { RowBlock } from './row-block.ts';
import type { Columns } from './segment.ts';

/** The facets whose values are in the packed number, each with a part of the counts of its own. */
const packedFacets = ['category', 'condition', 'group', 'price'] as const satisfies FacetName[];

/** The part for rows that pass all filters, those for `packedFacets`, and one that nobody reads. */
const PASSING = 0;
const NOBODY = packedFacets.length + 1;
const PARTS = packedFacets.length + 2;

/** By the bits of the filters that a row fails, where its part of the counts begins. */
const partOfFailed = new Uint32Array(FAILS_OTHER * 2).fill(NOBODY * PACKED_RANGE);
partOfFailed[0] = PASSING;
for (const [index, name] of packedFacets.entries()) {
  partOfFailed[facetBit[name]] = (index + 1) * PACKED_RANGE;
}

const countsByName = (counts: Uint32Array, names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, number) => [name, counts[number] ?? 0]));

const countValues = (
  counts: Uint32Array,
  column: Uint16Array,
  rows: Uint32Array,
  count: number,
): void => {
  for (let i = 0; i < count; i += 1) {
    const value = column[rows[i] ?? 0] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
};

/** Counts those of the block's rows that fail one facet's filter and no other. */
const countFailing = (
  counts: Uint32Array,
  column: Uint16Array,
  { rows, failed, count }: RowBlock,
  bit: number,
): void => {
  for (let i = 0; i < count; i += 1) {
    if (failed[i] !== bit) continue;
    const value = column[rows[i] ?? 0] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
};

/** Counts the values of matching deals for all facets, each with all filters but its own. */
export class FacetCounter {
  readonly #catalogue: Catalogue;
  /** By part and packed number. */
  readonly #packed = new Uint32Array(PARTS * PACKED_RANGE);
  readonly #sources: Uint32Array;
  readonly #locations: Uint32Array;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    this.#sources = new Uint32Array(catalogue.sources.size);
    this.#locations = new Uint32Array(catalogue.locations.size);
  }

  /** Counts rows whose filters have been applied. */
  addBlock({ packed, sources, locations }: Columns, block: RowBlock): void {
    const { rows, count, failed, passing, passingCount } = block;
    countValues(this.#sources, sources, passing, passingCount);
    countValues(this.#locations, locations, passing, passingCount);
    if (passingCount === count) {
      countValues(this.#packed, packed, passing, passingCount);
      return;
    }
    // Without a branch: which filter a row fails is beyond any prediction.
    const counts = this.#packed;
    for (let i = 0; i < count; i += 1) {
      const at = (partOfFailed[failed[i] ?? 0] ?? 0) + (packed[rows[i] ?? 0] ?? 0);
      counts[at] = (counts[at] ?? 0) + 1;
    }
    countFailing(this.#sources, sources, block, facetBit.source);
    countFailing(this.#locations, locations, block, facetBit.location);
  }

  /** Ends the counting. */
  finish(): Facets {
    const category = new Uint32Array(categories.length);
    const condition = new Uint32Array(conditions.length);
    const group = new Uint32Array(sourceGroups.length);
    const price = new Uint32Array(bucketNames.length);
    const [passing, failingCategory, failingCondition, failingGroup, failingPrice] = this.#parts();
    for (const [packed, values] of unpacked.entries()) {
      const count = passing?.[packed] ?? 0;
      increment(category, values.category, count + (failingCategory?.[packed] ?? 0));
      increment(condition, values.condition, count + (failingCondition?.[packed] ?? 0));
      increment(group, values.group, count + (failingGroup?.[packed] ?? 0));
      increment(price, values.bucket, count + (failingPrice?.[packed] ?? 0));
    }
    const { sources, locations } = this.#catalogue;
    const location = new Map(countsByName(this.#locations, locations.values));
    location.delete(NONE);
    return presentFacets({
      category: countsByName(category, categories),
      source: countsByName(this.#sources, sources.values),
      group: countsByName(group, sourceGroups),
      condition: countsByName(condition, conditions),
      location,
      price: countsByName(price, bucketNames),
    });
  }

  #parts(): Uint32Array[] {
    return Array.from({ length: PARTS }, (_, part) =>
      this.#packed.subarray(part * PACKED_RANGE, (part + 1) * PACKED_RANGE),
    );
  }
}

const increment = (counts: Uint32Array, number: number, by: number): void => {
  counts[number] = (counts[number] ?? 0) + by;
};
