import type { FacetName } from '@izgodno/contract/deals/deal-page';
import { categories, conditions, sourceGroups } from '@izgodno/contract/deals/vocabulary';
import { bucketNames, type CountedFacet } from '@izgodno/contract/deals/facets';
import { facetBit, presentFacets, type BrandCount, type Facets } from '../facets.ts';
import type { DealQuery } from '../../deal-search.ts';
import { NONE, type Dictionaries } from './dictionaries.ts';
import type { BrandDictionary } from './brand-dictionary.ts';
import type { Columns } from './columns.ts';
import { FAILS_HOME, type CompiledFilter } from './compiled-filter.ts';
import { RowTests, visitRuns } from './group-runs.ts';
import { facetValues, type FacetValue, type GroupedRows } from './grouped-rows.ts';
import { countHomes, homeValues } from './home-values.ts';
import type { AnyWidth } from './shared-memory.ts';
import { PACKED_RANGE, unpacked } from './packed-values.ts';
import type { RowBlock } from './row-block.ts';
import type { Segment } from './segment.ts';

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
const partOfFailed = new Uint32Array(FAILS_HOME * 2).fill(NOBODY);
partOfFailed[0] = PASSING;
for (const [index, name] of packedFacets.entries()) {
  partOfFailed[facetBit[name]] = (index + 1) * PACKED_RANGE;
}

/** The bit of the filter by these values. */
const bitOf: Readonly<Record<FacetValue, number>> = {
  sources: facetBit.source,
  locations: facetBit.location,
  homes: FAILS_HOME,
};

const countsByName = (counts: Uint32Array, names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, number) => [name, counts[number] ?? 0]));

// One loop for each width, because V8 runs a loop that has seen two kinds of list at half the speed.
const countBytes = (counts: Uint32Array, column: Uint8Array, rows: Uint32Array): void => {
  for (let i = 0; i < rows.length; i += 1) increment(counts, column[rows[i] ?? 0] ?? 0, 1);
};
const countPairs = (counts: Uint32Array, column: Uint16Array, rows: Uint32Array): void => {
  for (let i = 0; i < rows.length; i += 1) increment(counts, column[rows[i] ?? 0] ?? 0, 1);
};
const countWords = (counts: Uint32Array, column: Uint32Array, rows: Uint32Array): void => {
  for (let i = 0; i < rows.length; i += 1) increment(counts, column[rows[i] ?? 0] ?? 0, 1);
};

const countValues = (counts: Uint32Array, column: AnyWidth, rows: Uint32Array): void => {
  if (column instanceof Uint8Array) countBytes(counts, column, rows);
  else if (column instanceof Uint16Array) countPairs(counts, column, rows);
  else countWords(counts, column, rows);
};

/** Counts three columns at once: the rows are read once, and the processor waits for three values at a time. */
const countThree = (
  [first, second, third]: readonly [Uint32Array, Uint32Array, Uint32Array],
  [a, b, c]: readonly [Uint8Array, Uint8Array, Uint8Array],
  rows: Uint32Array,
): void => {
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i] ?? 0;
    increment(first, a[row] ?? 0, 1);
    increment(second, b[row] ?? 0, 1);
    increment(third, c[row] ?? 0, 1);
  }
};

/** Counts those of the block's rows that fail one facet's filter and no other. */
const countFailing = (
  counts: Uint32Array,
  column: Uint16Array | Uint8Array,
  { rows, failed, count }: RowBlock,
  bit: number,
): void => {
  for (let i = 0; i < count; i += 1) {
    if (failed[i] !== bit) continue;
    const value = column[rows[i] ?? 0] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
};

const countRun = (
  counts: Uint32Array,
  column: Uint16Array | Uint8Array,
  start: number,
  end: number,
): void => {
  for (let at = start; at < end; at += 1) {
    const value = column[at] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
};

/** Counts the rows of filtered blocks. */
export interface BlockCounter {
  addBlock(columns: Columns, block: RowBlock): void;
}

/** Counts the spellings of brands. */
export class BrandCounter implements BlockCounter {
  readonly #brands: BrandDictionary;
  readonly #counts: Uint32Array;

  constructor(brands: BrandDictionary) {
    this.#brands = brands;
    this.#counts = new Uint32Array(brands.size);
  }

  addBlock({ brands }: Columns, { passing }: RowBlock): void {
    countValues(this.#counts, brands, passing);
  }

  finish(): readonly BrandCount[] {
    return this.#brands.present(this.#counts);
  }
}

/**
 * Counts the values of matching deals for all facets but the brand, each with all filters except its
 * own.
 */
export class FacetCounter implements BlockCounter {
  readonly #dictionaries: Dictionaries;
  /** The packed numbers of all rows that may be counted. */
  #present = new Uint16Array();
  /** By part and packed number; only the numbers that are present are cleared and read. */
  readonly #packed = new Uint32Array(PARTS * PACKED_RANGE);
  /** The facets whose filter some rows may fail. */
  #failing: readonly PackedFacet[] = [];
  #failingValues: readonly FacetValue[] = [];
  #values: Readonly<Record<FacetValue, Uint32Array>> = {
    sources: new Uint32Array(),
    locations: new Uint32Array(),
    homes: new Uint32Array(),
  };

  constructor(dictionaries: Dictionaries) {
    this.#dictionaries = dictionaries;
  }

  /** Counts rows of these segments from now on. */
  setSegments(segments: readonly Segment[]): void {
    const present = segments.flatMap(({ groups }) => [...groups.packed]);
    this.#present = Uint16Array.from(new Set(present));
  }

  /** Clears the counts and sets the filters of the next ones. */
  begin(filter: CompiledFilter): void {
    const { packed, price } = filter;
    this.#failing = packedFacets.filter((name) => (name === 'price' ? price : packed) !== null);
    this.#failingValues = facetValues.filter((name) => filter[name] !== null);
    this.#clear(PASSING);
    for (const name of this.#failing) this.#clear(partOfFailed[facetBit[name]] ?? 0);
    this.#values = {
      sources: new Uint32Array(this.#dictionaries.sources.size),
      locations: new Uint32Array(this.#dictionaries.locations.size),
      homes: new Uint32Array(homeValues.length),
    };
  }

  /** Counts rows whose filters have been applied. */
  addBlock(columns: Columns, block: RowBlock): void {
    const { packed } = columns;
    const { rows, count, failed, passing } = block;
    this.#countPassing(columns, passing);
    if (passing.length === count) {
      countValues(this.#packed, packed, passing);
      return;
    }
    // Without a branch, because the filter a row fails is unpredictable.
    const counts = this.#packed;
    for (let i = 0; i < count; i += 1) {
      const at = (partOfFailed[failed[i] ?? 0] ?? 0) + (packed[rows[i] ?? 0] ?? 0);
      counts[at] = (counts[at] ?? 0) + 1;
    }
    for (const name of this.#failingValues) {
      countFailing(this.#values[name], columns[name], block, bitOf[name]);
    }
  }

  #countPassing(
    { sources, locations, homes }: Pick<Columns, FacetValue>,
    passing: Uint32Array,
  ): void {
    const counts = this.#values;
    if (
      sources instanceof Uint8Array &&
      locations instanceof Uint8Array &&
      homes instanceof Uint8Array
    ) {
      countThree(
        [counts.sources, counts.locations, counts.homes],
        [sources, locations, homes],
        passing,
      );
      return;
    }
    countValues(counts.sources, sources, passing);
    countValues(counts.locations, locations, passing);
    countValues(counts.homes, homes, passing);
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
        const passing = tests.positionsFailing(0, start, end);
        countValues(counts, groups.values[name], passing);
      } else if (groups.isWhole(group, start, end)) groups.countsOf(name).addTo(counts, group);
      else countRun(counts, groups.values[name], start, end);
    });
    const all = this.#values[name];
    for (let value = 0; value < counts.length; value += 1) {
      if (table[value] !== 0) increment(all, value, counts[value] ?? 0);
    }
  }

  /** Counts the rows of a run by the values they do not share. */
  #addRun(groups: GroupedRows, tests: RowTests, group: number, start: number, end: number): number {
    if (tests.isEmpty) {
      const isWhole = groups.isWhole(group, start, end);
      for (const name of facetValues) {
        if (isWhole) groups.countsOf(name).addTo(this.#values[name], group);
        else countRun(this.#values[name], groups.values[name], start, end);
      }
      return end - start;
    }
    const passing = tests.positionsFailing(0, start, end);
    const total = passing.length;
    this.#countPassing(groups.values, passing);
    for (const name of facetValues) {
      if (!tests.include(name)) continue;
      const failing = tests.positionsFailing(bitOf[name], start, end);
      countValues(this.#values[name], groups.values[name], failing);
    }
    return total;
  }

  /** Ends the counting. The brands are counted apart. */
  finish(query: DealQuery): Pick<Facets, CountedFacet> {
    const { sources, locations } = this.#dictionaries;
    const location = new Map(countsByName(this.#values.locations, locations.values));
    location.delete(NONE);
    const packed = this.#packedCounts();
    return presentFacets({
      category: countsByName(packed.category, categories),
      source: countsByName(this.#values.sources, sources.values),
      group: countsByName(packed.group, sourceGroups),
      condition: countsByName(packed.condition, conditions),
      location,
      ...countHomes(this.#values.homes, query),
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
    for (const name of packedFacets) this.#addPart(counts[name], PASSING, valuesOf[name]);
    for (const name of this.#failing) {
      this.#addPart(counts[name], partOfFailed[facetBit[name]] ?? 0, valuesOf[name]);
    }
    return counts;
  }

  #addPart(counts: Uint32Array, part: number, valueOf: Uint8Array): void {
    for (const packed of this.#present) {
      increment(counts, valueOf[packed] ?? 0, this.#packed[part + packed] ?? 0);
    }
  }

  #clear(part: number): void {
    for (const packed of this.#present) this.#packed[part + packed] = 0;
  }
}

const increment = (counts: Uint32Array, number: number, by: number): void => {
  counts[number] = (counts[number] ?? 0) + by;
};
