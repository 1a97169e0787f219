import type { MatchList } from './match-list.ts';
import type { Segment } from './segment.ts';

/** Rows of a segment, ascending, with their scores. */
export interface CachedRows {
  readonly rows: Uint32Array;
  readonly scores: Int32Array;
}

/** What an entry takes beside its rows, in rows: a segment may have none. */
const ENTRY_ROWS = 32;

/**
 * The rows of each segment that have a phrase, because people ask for the same names of two words
 * with other words, filters, orders and pages. A segment never changes but for deleted rows, which
 * are among the rows here, so that a change of the deals leaves them as they are. If there would be
 * more than `limit` rows, it forgets all.
 */
export class PhraseCache {
  readonly #limit: number;
  #segments = new WeakMap<Segment, Map<string, CachedRows>>();
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many rows are cached, those of segments that are gone included. */
  get size(): number {
    return this.#size;
  }

  find(segment: Segment, phrase: string): CachedRows | null {
    return this.#segments.get(segment)?.get(phrase) ?? null;
  }

  /** Keeps a copy of the rows of a phrase, and returns it. */
  keep(segment: Segment, phrase: string, { rows, scores, count }: MatchList): CachedRows {
    const found = { rows: rows.slice(0, count), scores: scores.slice(0, count) };
    this.#size += count + ENTRY_ROWS;
    if (this.#size > this.#limit) {
      this.#segments = new WeakMap();
      this.#size = 0;
      return found;
    }
    const ofSegment = this.#segments.get(segment) ?? new Map<string, CachedRows>();
    this.#segments.set(segment, ofSegment.set(phrase, found));
    return found;
  }
}
