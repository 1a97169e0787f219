import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import type { DealHit } from '#ports/deal-search.ts';
import { writeCursor } from '../cursor.ts';
import { compareKeys, type SortKey } from '../ordering.ts';
import type { CollectTask } from './collect.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import type { Segment } from './segment.ts';
import { firstPlaceAfter, LowestPlaces, primaryAtPlace, rowAtPlace } from './top-rows.ts';

interface Found {
  readonly hit: DealHit;
  readonly key: SortKey;
}

export interface HitsPage {
  readonly hits: readonly DealHit[];
  readonly nextCursor: string | null;
}

const foundBy = ({ segment, sort, kept }: CollectTask): Found[] =>
  Array.from(kept.ascending(), (place) => {
    const row = rowAtPlace(place);
    const { ids, versions, postedAt } = segment.columns;
    const id = ids[row] ?? 0;
    return {
      hit: { id: String(id), version: versions[row] ?? 0 },
      key: { primary: primaryAtPlace(sort, place), postedAt: postedAt[row] ?? 0, id },
    };
  });

/** Puts the first hits of an order together from one segment after another. */
export class FirstHits {
  readonly #filter: CompiledFilter;
  readonly #sort: SortOrder;
  readonly #after: SortKey | null;
  readonly #limit: number;
  #found: Found[] = [];

  constructor(filter: CompiledFilter, sort: SortOrder, after: SortKey | null, limit: number) {
    this.#filter = filter;
    this.#sort = sort;
    this.#after = after;
    this.#limit = limit;
  }

  /** What to look for in a segment: nothing that comes after enough of what was found in others. */
  taskFor(segment: Segment): CollectTask {
    const last = this.#found[this.#limit]?.key;
    return {
      segment,
      filter: this.#filter,
      sort: this.#sort,
      firstPlace: this.#after === null ? 0 : firstPlaceAfter(segment, this.#sort, this.#after),
      endPlace: last === undefined ? Infinity : firstPlaceAfter(segment, this.#sort, last),
      // One more than a page has tells that there is a next one.
      kept: new LowestPlaces(this.#limit + 1),
    };
  }

  /** Takes in what was kept for a task. */
  take(task: CollectTask): void {
    const found = foundBy(task);
    if (found.length === 0) return;
    this.#found = [...this.#found, ...found]
      .sort((a, b) => compareKeys(this.#sort, a.key, b.key))
      .slice(0, this.#limit + 1);
  }

  page(): HitsPage {
    const page = this.#found.slice(0, this.#limit);
    const last = page.at(-1);
    const isLast = last === undefined || page.length === this.#found.length;
    return {
      hits: page.map(({ hit }) => hit),
      nextCursor: isLast ? null : writeCursor(this.#sort, last.key),
    };
  }
}
