import type { Suggestion } from '@izgodno/contract/search/calls';
import type { DealQuery, DealSearchPage } from '../../deal-search.ts';
import type { SearchableDeal } from '../searchable-deal.ts';
import { createDictionaries, type Dictionaries } from './dictionaries.ts';
import { chooseMerge, mergeSegments } from './merge.ts';
import { SegmentBuilder } from './segment-builder.ts';
import { SegmentSearch } from './segment-search.ts';
import type { Segment } from './segment.ts';

interface Merge {
  readonly sources: readonly Segment[];
  readonly steps: Generator<void, Segment>;
}

export interface DealIndexOptions {
  readonly dictionaries?: Dictionaries;
  /** Built with these dictionaries. */
  readonly segments?: readonly Segment[];
  /** Rows or postings merged between two checks of the clock. */
  readonly mergeStepSize?: number;
}

/**
 * All live deals, in segments: each batch of changes becomes a small segment, and `mergeStep`
 * merges them into fewer and larger ones, like a log-structured engine.
 */
export class DealIndex {
  readonly #dictionaries: Dictionaries;
  readonly #search: SegmentSearch;
  #merge: Merge | null = null;
  readonly #mergeStepSize: number;

  constructor({
    dictionaries = createDictionaries(),
    segments = [],
    mergeStepSize = 4_096,
  }: DealIndexOptions = {}) {
    this.#dictionaries = dictionaries;
    this.#search = new SegmentSearch(dictionaries);
    this.#search.setSegments(segments);
    this.#mergeStepSize = mergeStepSize;
  }

  get size(): number {
    return this.#search.size;
  }

  get dictionaries(): Dictionaries {
    return this.#dictionaries;
  }

  get segments(): readonly Segment[] {
    return this.#search.segments;
  }

  /** The indexed version of a deal; undefined if there is none. */
  versionOf(id: number): number | undefined {
    for (const segment of this.segments) {
      const row = segment.liveRowOf(id);
      if (row >= 0) return segment.columns.versions.at(row);
    }
    return undefined;
  }

  /**
   * Adds changed deals, each id at most once and except versions it already has, and removes
   * unavailable ones.
   */
  apply(changed: readonly SearchableDeal[], removed: readonly number[]): void {
    const fresh = changed.filter(({ id, version }) => this.versionOf(id) !== version);
    for (const { id } of fresh) this.#delete(id);
    for (const id of removed) this.#delete(id);
    if (fresh.length === 0) return;
    const builder = new SegmentBuilder(this.#dictionaries);
    for (const deal of fresh) builder.add(deal);
    this.addSegment(builder.build());
  }

  /** Adds a segment that was built with this index's dictionaries, of deals not yet indexed. */
  addSegment(segment: Segment): void {
    this.#search.setSegments([...this.segments, segment]);
  }

  /** Continues merging for about that long. Returns false when nothing is left to merge. */
  mergeStep(milliseconds: number): boolean {
    this.#merge ??= this.#beginMerge();
    if (this.#merge === null) return false;
    const end = performance.now() + milliseconds;
    const { sources, steps } = this.#merge;
    do {
      const step = steps.next();
      if (step.done === true) {
        this.#replace(sources, step.value);
        this.#merge = null;
        return true;
      }
    } while (performance.now() < end);
    return true;
  }

  /** Builds lazily made structures before the first searches need them. */
  prepare(): void {
    for (const segment of this.segments) Array.from(segment.prepare());
  }

  /** See `SegmentSearch`. */
  search(query: DealQuery, limit: number, cursor: string | null): DealSearchPage {
    return this.#search.search(query, limit, cursor);
  }

  /** See `suggest.ts`. */
  suggest(text: string, limit: number): readonly Suggestion[] {
    return this.#search.suggest(text, limit);
  }

  #delete(id: number): void {
    for (const segment of this.segments) {
      const row = segment.liveRowOf(id);
      if (row < 0) continue;
      this.#search.deleteRow(segment, row);
      return;
    }
  }

  #beginMerge(): Merge | null {
    const sources = chooseMerge(this.segments);
    return sources.length === 0
      ? null
      : { sources, steps: mergeSegments(sources, this.#mergeStepSize) };
  }

  #replace(sources: readonly Segment[], merged: Segment): void {
    const replaced = new Set(sources);
    const others = this.segments.filter((segment) => !replaced.has(segment));
    this.#search.setSegments(merged.size === 0 ? others : [...others, merged]);
  }
}
