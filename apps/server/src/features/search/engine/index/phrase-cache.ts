import type { MatchList } from './match-list.ts';
import type { Segment } from './segment.ts';

interface CachedRows {
  readonly rows: Uint32Array;
  readonly scores: Int32Array;
}

/** What an entry takes beside its rows, in rows: a segment may have none. */
const ENTRY_ROWS = 32;

/**
 * The rows of each segment that match an alternative with a phrase, because people ask for the same
 * names of two words with other filters, orders and pages. A segment never changes but for deleted
 * rows, which are among the rows here, so that a change of the deals leaves them as they are. If
 * there would be more than `limit` rows, it forgets all.
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

  /** Reads the cached rows into a list; false if there are none. */
  read(segment: Segment, alternative: string, into: MatchList): boolean {
    const cached = this.#segments.get(segment)?.get(alternative);
    if (cached === undefined) return false;
    into.reset(cached.rows.length);
    into.rows.set(cached.rows);
    into.scores.set(cached.scores);
    into.count = cached.rows.length;
    return true;
  }

  keep(segment: Segment, alternative: string, { rows, scores, count }: MatchList): void {
    this.#size += count + ENTRY_ROWS;
    if (this.#size > this.#limit) {
      this.#segments = new WeakMap();
      this.#size = 0;
      return;
    }
    const ofSegment = this.#segments.get(segment) ?? new Map<string, CachedRows>();
    ofSegment.set(alternative, { rows: rows.slice(0, count), scores: scores.slice(0, count) });
    this.#segments.set(segment, ofSegment);
  }
}
