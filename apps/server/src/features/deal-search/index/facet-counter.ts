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

  /** A deal that passes all filters. */
  add({ packed, sources, locations }: Columns, row: number): void {
    increment(this.#packed, packed[row] ?? 0);
    increment(this.#sources, sources[row] ?? 0);
    increment(this.#locations, locations[row] ?? 0);
  }

  /** A deal that fails the filter of one facet alone, given by its bit. */
  addToFacet({ packed, sources, locations }: Columns, row: number, failed: number): void {
    switch (failed) {
      case facetBit.category:
        return increment(this.#category, unpackCategory(packed[row] ?? 0));
      case facetBit.condition:
        return increment(this.#condition, unpackCondition(packed[row] ?? 0));
      case facetBit.group:
        return increment(this.#group, unpackGroup(packed[row] ?? 0));
      case facetBit.price:
        return increment(this.#bucket, unpackBucket(packed[row] ?? 0));
      case facetBit.source:
        return increment(this.#sources, sources[row] ?? 0);
      default:
        return increment(this.#locations, locations[row] ?? 0);
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

const increment = (counts: Uint32Array, number: number, by = 1): void => {
  counts[number] = (counts[number] ?? 0) + by;
};
