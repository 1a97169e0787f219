import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import type { DealQuery } from '#ports/deal-search.ts';

/**
 * Where a deal stands in an order: by `primary`, then newest first. `primary` is the price in euro
 * cents, the rating in tenths (missing counts as 0), the score of the text, or 0 for `newest`; of a
 * weak match where those come last, what `afterStrong` makes of it.
 */
export interface SortKey {
  readonly primary: number;
  /** Microseconds since the epoch: all the precision that PostgreSQL keeps. */
  readonly postedAt: number;
  readonly id: number;
}

/** Nothing is more relevant than anything else where no words are given. */
export const effectiveSort = (query: Pick<DealQuery, 'sort' | 'text'>): SortOrder =>
  query.sort === 'relevance' && query.text.trim() === '' ? 'newest' : query.sort;

/**
 * Whether weak matches of the words come after all strong ones: the cheapest bag that a laptop fits in
 * is not the cheapest laptop. By time they stay among the others, as what is new is looked for there.
 */
export const putsWeakLast = (sort: SortOrder): boolean =>
  sort === 'price_asc' || sort === 'price_desc' || sort === 'rating';

/** Above every price in cents, rating and score. */
export const PRIMARY_RANGE = 2 ** 30;

/** The `primary` of a weak match: behind every strong one, among themselves as before. */
export const afterStrong = (sort: SortOrder, primary: number): number =>
  sort === 'price_asc' ? primary + PRIMARY_RANGE : primary - PRIMARY_RANGE;

/** Negative where `a` comes before `b`. */
export const compareKeys = (sort: SortOrder, a: SortKey, b: SortKey): number =>
  (sort === 'price_asc' ? a.primary - b.primary : b.primary - a.primary) ||
  b.postedAt - a.postedAt ||
  b.id - a.id;
