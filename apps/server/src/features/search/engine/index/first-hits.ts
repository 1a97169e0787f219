import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import type { DealHit } from '#features/deals/api.ts';
import { writeCursor, compareKeys, type SortKey } from '../ordering.ts';
import type { CollectTask } from './collect.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import type { Segment } from './segment.ts';
import {
  firstRankAfter,
  firstRowAfter,
  LowestRanks,
  primaryAtRank,
  rowAtRank,
} from './top-rows.ts';

interface HitMatch {
  readonly segment: Segment;
  readonly row: number;
  readonly key: SortKey;
}

export interface HitsPage {
  readonly hits: readonly DealHit[];
  readonly nextCursor: string | null;
}

const foundBy = ({ segment, sort, lowest }: CollectTask): HitMatch[] => {
  const { ids, postedAt } = segment.columns;
  const found: HitMatch[] = [];
  for (const rank of lowest.ascending()) {
    const row = rowAtRank(rank);
    const primary = primaryAtRank(sort, rank);
    const key = { primary, postedAt: postedAt.at(row), id: ids.at(row) };
    found.push({ segment, row, key });
  }
  return found;
};

interface FirstHitsOptions {
  readonly filter: CompiledFilter;
  readonly sort: SortOrder;
  readonly after: SortKey | null;
  readonly limit: number;
  /** See `freshFrom`. */
  readonly freshFrom: number;
}

/** Merges the first hits of an order from one segment after another. */
export class FirstHits {
  readonly #filter: CompiledFilter;
  readonly #sort: SortOrder;
  readonly #after: SortKey | null;
  readonly #limit: number;
  readonly #freshFrom: number;
  #found: HitMatch[] = [];

  constructor({ filter, sort, after, limit, freshFrom }: FirstHitsOptions) {
    this.#filter = filter;
    this.#sort = sort;
    this.#after = after;
    this.#limit = limit;
    this.#freshFrom = freshFrom;
  }

  /** The task for a segment: nothing that comes after enough hits of other segments. */
  taskFor(segment: Segment): CollectTask {
    const last = this.#found[this.#limit]?.key;
    return {
      segment,
      filter: this.#filter,
      sort: this.#sort,
      firstRank: this.#after === null ? 0 : firstRankAfter(segment, this.#sort, this.#after),
      endRank: last === undefined ? Infinity : firstRankAfter(segment, this.#sort, last),
      endOfFresh: firstRowAfter(segment, { postedAt: this.#freshFrom, id: 0 }),
      // One more than a page has, to know whether there is a next page; a count keeps none.
      lowest: new LowestRanks(this.#limit === 0 ? 0 : this.#limit + 1),
    };
  }

  /** Adds the rows collected for a task. */
  take(task: CollectTask): void {
    const found = foundBy(task);
    if (found.length === 0) return;
    this.#found =
      this.#found.length === 0
        ? found
        : [...this.#found, ...found]
            .sort((a, b) => compareKeys(this.#sort, a.key, b.key))
            .slice(0, this.#limit + 1);
  }

  page(): HitsPage {
    const page = this.#found.slice(0, this.#limit);
    const last = page.at(-1);
    const isLast = last === undefined || page.length === this.#found.length;
    return {
      hits: page.map(({ segment, row, key }) => ({
        id: String(key.id),
        version: segment.columns.versions.at(row),
      })),
      nextCursor: isLast ? null : writeCursor(this.#sort, last.key),
    };
  }
}
