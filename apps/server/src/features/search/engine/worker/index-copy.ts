import {
  createDictionaries,
  extendDictionaries,
  type Dictionaries,
} from '../index/dictionaries.ts';
import { SegmentSearch } from '../index/segment-search.ts';
import { Segment } from '../index/segment.ts';
import type { IndexUpdate } from './index-update.ts';

/**
 * An index that another thread changes, as of its last update. Both threads read the same lists in
 * shared memory. The dictionaries, the deleted rows and the groups are copies.
 */
export class IndexCopy {
  #dictionaries: Dictionaries = createDictionaries();
  #search: SegmentSearch | null = null;
  #segments = new Map<number, Segment>();

  /** Null before the first update. */
  get search(): SegmentSearch | null {
    return this.#search;
  }

  apply(update: IndexUpdate): void {
    const search = this.#extend(update);
    const segments = new Map<number, Segment>();
    for (const described of update.segments) {
      segments.set(described.number, this.#segmentOf(described, search));
    }
    this.#segments = segments;
    search.setSegments([...segments.values()]);
  }

  #extend(update: IndexUpdate): SegmentSearch {
    if (this.#search !== null && !update.isFirst) {
      extendDictionaries(this.#dictionaries, update);
      return this.#search;
    }
    this.#segments.clear();
    this.#dictionaries = createDictionaries(update);
    this.#search = new SegmentSearch(this.#dictionaries);
    return this.#search;
  }

  #segmentOf(described: IndexUpdate['segments'][number], search: SegmentSearch): Segment {
    if (described.kind === 'new') return Segment.from(described.parts);
    const segment = this.#segments.get(described.number);
    if (segment === undefined) throw new RangeError(`unknown segment ${described.number}`);
    for (const row of described.deletedRows) search.deleteRow(segment, row);
    return segment;
  }
}
