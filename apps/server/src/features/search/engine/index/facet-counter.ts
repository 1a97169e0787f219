import type { FacetName } from '@izgodno/contract/deals/deal-page';
import { categories, conditions, sourceGroups } from '@izgodno/contract/deals/vocabulary';
import { bucketNames, facetBit, presentFacets, type Facets } from '../facets.ts';
import { NONE, type Dictionaries } from './dictionaries.ts';
import type { Columns } from './columns.ts';
import { FAILS_OTHER, type CompiledFilter } from './compiled-filter.ts';
import { RowTests, visitRuns } from './group-runs.ts';
import type { FacetValue, GroupedRows } from './grouped-rows.ts';
import { PACKED_RANGE, unpacked } from './packed-values.ts';
import type { RowBlock } from './row-block.ts';

/** The facets whose values are in the packed number; each has its own part of the counts. */
const packedFacets = ['category', 'condition', 'group', 'price'] as const satisfies FacetName[];

type PackedFacet = (typeof packedFacets)[number];

const valuesOf: Readonly<Record<PackedFacet, Uint8Array>> = {
  category: unpacked.category,
  condition: unpacked.condition,
  group: unpacked.group,
  price: unpacked.bucket,
};

/**
 * The part of rows that pass all filters, those of `packedFacets`, and one for rows that do not
 * count.
 */
const PASSING = 0;
const PARTS = packedFacets.length + 2;
const NOBODY = (packedFacets.length + 1) * PACKED_RANGE;

/** By the bits of the filters that a row fails, the offset of its part of the counts. */
const partOfFailed = new Uint32Array(FAILS_OTHER * 2).fill(NOBODY);
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

const countRun = (counts: Uint32Array, column: Uint16Array, start: number, end: number): void => {
  for (let at = start; at < end; at += 1) {
    const value = column[at] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
};

/** Counts the values of matching deals for all facets, each with all filters except its own. */
export class FacetCounter {
  readonly #catalogue: Dictionaries;
  /** By part and packed number. */
  readonly #packed = new Uint32Array(PARTS * PACKED_RANGE);
  /** The facets whose filter some rows may fail. */
  #failing: readonly PackedFacet[] = [];
  #sources = new Uint32Array();
  #locations = new Uint32Array();

  constructor(catalogue: Dictionaries) {
    this.#catalogue = catalogue;
  }

  /** Clears the counts and sets the filters of the next ones. */
  begin({ packed, price }: CompiledFilter): void {
    this.#failing = packedFacets.filter((name) => (name === 'price' ? price : packed) !== null);
    this.#packed.fill(0);
    this.#sources = new Uint32Array(this.#catalogue.sources.size);
    this.#locations = new Uint32Array(this.#catalogue.locations.size);
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
    // Without a branch, because the filter a row fails is unpredictable.
    const counts = this.#packed;
    for (let i = 0; i < count; i += 1) {
      const at = (partOfFailed[failed[i] ?? 0] ?? 0) + (packed[rows[i] ?? 0] ?? 0);
      counts[at] = (counts[at] ?? 0) + 1;
    }
    countFailing(this.#sources, sources, block, facetBit.source);
    countFailing(this.#locations, locations, block, facetBit.location);
  }

  /** Counts all rows of a segment, and returns how many pass all filters. */
  addGroups(groups: GroupedRows, filter: CompiledFilter): number {
    const tests = new RowTests(groups, filter);
    const counts = this.#packed;
    let total = 0;
    visitRuns(groups, filter, (group, start, end, failed) => {
      if (start === end) return;
      const part = partOfFailed[failed] ?? 0;
      const at = part + (groups.packed[group] ?? 0);
      const passing =
        part === PASSING
          ? this.#addRun(groups, tests, group, start, end)
          : tests.countPassing(group, start, end);
      counts[at] = (counts[at] ?? 0) + passing;
      if (part === PASSING) total += passing;
    });
    return total;
  }

  /** Counts the values of rows that fail the filter by these values and no other. */
  addFailing(groups: GroupedRows, filter: CompiledFilter, name: FacetValue): void {
    const table = filter[name];
    if (table === null) return;
    const tests = new RowTests(groups, { ...filter, [name]: null });
    const counts = new Uint32Array(table.length);
    visitRuns(groups, filter, (group, start, end, failed) => {
      if (failed !== 0) return;
      if (!tests.isEmpty) {
        const passing = tests.placesFailing(0, start, end);
        countValues(counts, groups.values[name], passing, passing.length);
      } else if (groups.isWhole(group, start, end)) groups.countsOf(name).addTo(counts, group);
      else countRun(counts, groups.values[name], start, end);
    });
    const all = name === 'sources' ? this.#sources : this.#locations;
    for (let value = 0; value < counts.length; value += 1) {
      if (table[value] !== 0) increment(all, value, counts[value] ?? 0);
    }
  }

  /** Counts the rows of a run by the values they do not share. */
  #addRun(groups: GroupedRows, tests: RowTests, group: number, start: number, end: number): number {
    const { sources, locations } = groups.values;
    if (tests.isEmpty && groups.isWhole(group, start, end)) {
      groups.countsOf('sources').addTo(this.#sources, group);
      groups.countsOf('locations').addTo(this.#locations, group);
      return end - start;
    }
    if (tests.isEmpty) {
      countRun(this.#sources, sources, start, end);
      countRun(this.#locations, locations, start, end);
      return end - start;
    }
    const passing = tests.placesFailing(0, start, end);
    countValues(this.#sources, sources, passing, passing.length);
    countValues(this.#locations, locations, passing, passing.length);
    const total = passing.length;
    if (tests.include('sources')) {
      const failing = tests.placesFailing(facetBit.source, start, end);
      countValues(this.#sources, sources, failing, failing.length);
    }
    if (tests.include('locations')) {
      const failing = tests.placesFailing(facetBit.location, start, end);
      countValues(this.#locations, locations, failing, failing.length);
    }
    return total;
  }

  /** Ends the counting. */
  finish(): Facets {
    const { sources, locations } = this.#catalogue;
    const location = new Map(countsByName(this.#locations, locations.values));
    location.delete(NONE);
    const packed = this.#packedCounts();
    return presentFacets({
      category: countsByName(packed.category, categories),
      source: countsByName(this.#sources, sources.values),
      group: countsByName(packed.group, sourceGroups),
      condition: countsByName(packed.condition, conditions),
      location,
      price: countsByName(packed.price, bucketNames),
    });
  }

  #packedCounts(): Readonly<Record<PackedFacet, Uint32Array>> {
    const counts = {
      category: new Uint32Array(categories.length),
      condition: new Uint32Array(conditions.length),
      group: new Uint32Array(sourceGroups.length),
      price: new Uint32Array(bucketNames.length),
    };
    for (let packed = 0; packed < PACKED_RANGE; packed += 1) {
      const count = this.#packed[PASSING + packed] ?? 0;
      // Most are 0.
      if (count === 0) continue;
      for (const name of packedFacets) increment(counts[name], valuesOf[name][packed] ?? 0, count);
    }
    for (const name of this.#failing) {
      const part = partOfFailed[facetBit[name]] ?? 0;
      for (let packed = 0; packed < PACKED_RANGE; packed += 1) {
        const count = this.#packed[part + packed] ?? 0;
        if (count > 0) increment(counts[name], valuesOf[name][packed] ?? 0, count);
      }
    }
    return counts;
  }
}

const increment = (counts: Uint32Array, number: number, by: number): void => {
  counts[number] = (counts[number] ?? 0) + by;
};
