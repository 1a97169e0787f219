import type { Columns } from './columns.ts';
import type { Dictionaries, DictionaryValues } from './dictionaries.ts';
import { inBytes, inFewestBytes } from './offset-column.ts';
import type { Postings } from './postings.ts';
import { Segment } from './segment.ts';
import type { AnyWidth } from './shared-memory.ts';

/** A segment that was built with other dictionaries. */
export interface ForeignSegment {
  /** The dictionaries are others than those of the former segment. */
  readonly isFirst: boolean;
  /** The values that the dictionaries did not have when the former segment was sent. */
  readonly values: DictionaryValues;
  readonly columns: Columns;
  readonly postings: Postings;
}

const noNumbers = (): Record<keyof DictionaryValues, number[]> => ({
  terms: [],
  sources: [],
  locations: [],
  brands: [],
});

/** By row, the new number instead of the old one. */
const replaced = (column: AnyWidth, numbers: readonly number[]): Uint32Array => {
  const numbered = new Uint32Array(column.length);
  for (let row = 0; row < column.length; row += 1) numbered[row] = numbers[column[row] ?? 0] ?? 0;
  return numbered;
};

/**
 * Gives the terms new numbers and orders them by these. Overwrites the lists by term; the postings
 * and positions of each term remain where they are.
 */
const renumberTerms = (postings: Postings, numbers: readonly number[]): void => {
  const count = postings.terms.length;
  // The new number and the former position in one exact number.
  const order = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    order[at] = (numbers[postings.terms[at] ?? 0] ?? 0) * count + at;
  }
  order.sort();
  const starts = postings.starts.slice();
  const wordStarts = postings.wordStarts.slice();
  const codeBits = postings.codeBits.slice();
  const positionStarts = postings.positionStarts.slice();
  for (let at = 0; at < count; at += 1) {
    const key = order[at] ?? 0;
    const from = key % count;
    const size = (starts[from + 1] ?? 0) - (starts[from] ?? 0);
    postings.terms[at] = (key - from) / count;
    postings.starts[at + 1] = (postings.starts[at] ?? 0) + size;
    postings.wordStarts[at] = wordStarts[from] ?? 0;
    postings.codeBits[at] = codeBits[from] ?? 0;
    postings.positionStarts[at] = positionStarts[from] ?? 0;
  }
};

/** Gives segments that were built with other dictionaries, one after another, the numbers of ours. */
export class Renumbering {
  readonly #dictionaries: Dictionaries;
  /** By the numbers of the other dictionaries. */
  #numbers = noNumbers();

  constructor(dictionaries: Dictionaries) {
    this.#dictionaries = dictionaries;
  }

  /** The segment uses the lists of the given one, and overwrites some of them. */
  renumber({ isFirst, values, columns, postings }: ForeignSegment): Segment {
    if (isFirst) this.#numbers = noNumbers();
    const numbers = this.#numbers;
    const { terms, sources, locations, brands } = this.#dictionaries;
    for (const term of values.terms) numbers.terms.push(terms.add(term));
    for (const source of values.sources) numbers.sources.push(sources.add(source));
    for (const location of values.locations) numbers.locations.push(locations.add(location));
    for (const brand of values.brands) numbers.brands.push(brands.numberOf(brand));
    renumberTerms(postings, numbers.terms);
    const numbered = {
      ...columns,
      sources: inBytes(replaced(columns.sources, numbers.sources)),
      locations: inBytes(replaced(columns.locations, numbers.locations)),
      brands: inFewestBytes(replaced(columns.brands, numbers.brands)),
    };
    return new Segment(numbered, postings);
  }
}
