import { categories, conditions, sourceGroups } from '@izgodno/contract/deals/vocabulary';
import { bucketNames, facetBit, presentFacets, type Facets } from '../facets.ts';
import { NONE, type Catalogue } from './catalogue.ts';
import {
  PACKED_RANGE,
  unpackBucket,
  unpackCategory,
  unpackCondition,
  unpackGroup,
} from './packed-values.ts';
import type { RowBlock } from './row-block.ts';
import type { Columns } from './segment.ts';

const countsByName = (counts: Uint32Array, names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, number) => [name, counts[number] ?? 0]));

/** Counts the values of matching deals for all facets, each with all filters but its own. */
export class FacetCounter {
  readonly #catalogue: Catalogue;
  /** Deals that pass all filters, by all their packed values at once. */
  readonly #packed = new Uint32Array(PACKED_RANGE);
  readonly #category = new Uint32Array(categories.length);
  readonly #condition = new Uint32Array(conditions.length);
  readonly #group = new Uint32Array(sourceGroups.length);
  readonly #bucket = new Uint32Array(bucketNames.length);
  readonly #sources: Uint32Array;
  readonly #locations: Uint32Array;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    this.#sources = new Uint32Array(catalogue.sources.size);
    this.#locations = new Uint32Array(catalogue.locations.size);
  }

  /** Counts rows whose filters have been applied. */
  addBlock(columns: Columns, block: RowBlock): void {
    const { passing, passingCount } = block;
    countValues(this.#packed, columns.packed, passing, passingCount);
    countValues(this.#sources, columns.sources, passing, passingCount);
    countValues(this.#locations, columns.locations, passing, passingCount);
    if (passingCount < block.count) this.#addNearlyPassing(columns, block);
  }

  /** A row that fails one facet's filter alone counts for that facet. */
  #addNearlyPassing(columns: Columns, { rows, failed, count }: RowBlock): void {
    const { packed, sources, locations } = columns;
    for (let i = 0; i < count; i += 1) {
      const row = rows[i] ?? 0;
      switch (failed[i]) {
        case facetBit.category:
          increment(this.#category, unpackCategory(packed[row] ?? 0));
          break;
        case facetBit.condition:
          increment(this.#condition, unpackCondition(packed[row] ?? 0));
          break;
        case facetBit.group:
          increment(this.#group, unpackGroup(packed[row] ?? 0));
          break;
        case facetBit.price:
          increment(this.#bucket, unpackBucket(packed[row] ?? 0));
          break;
        case facetBit.source:
          increment(this.#sources, sources[row] ?? 0);
          break;
        case facetBit.location:
          increment(this.#locations, locations[row] ?? 0);
          break;
        default:
          break;
      }
    }
  }

  /** Ends the counting. */
  finish(): Facets {
    for (let packed = 0; packed < PACKED_RANGE; packed += 1) {
      const count = this.#packed[packed] ?? 0;
      if (count === 0) continue;
      increment(this.#category, unpackCategory(packed), count);
      increment(this.#condition, unpackCondition(packed), count);
      increment(this.#group, unpackGroup(packed), count);
      increment(this.#bucket, unpackBucket(packed), count);
    }
    const { sources, locations } = this.#catalogue;
    const byLocation = new Map(countsByName(this.#locations, locations.values));
    byLocation.delete(NONE);
    return presentFacets({
      category: countsByName(this.#category, categories),
      source: countsByName(this.#sources, sources.values),
      group: countsByName(this.#group, sourceGroups),
      condition: countsByName(this.#condition, conditions),
      location: byLocation,
      price: countsByName(this.#bucket, bucketNames),
    });
  }
}

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

const increment = (counts: Uint32Array, number: number, by = 1): void => {
  counts[number] = (counts[number] ?? 0) + by;
};
