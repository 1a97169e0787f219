import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import type { DealQuery } from '../deal-search.ts';

/**
 * A deal's position in an order: by `primary`, then newest first. `primary` is the price in euro
 * cents, the rating in tenths (missing counts as 0), the score of the text, or 0 for `newest`.
 */
export interface SortKey {
  readonly primary: number;
  /** Microseconds since the epoch, the precision of PostgreSQL. */
  readonly postedAt: number;
  readonly id: number;
}

/** Without words no deal is more relevant than another. */
export const effectiveSort = (query: Pick<DealQuery, 'sort' | 'text'>): SortOrder =>
  query.sort === 'relevance' && query.text.trim() === '' ? 'newest' : query.sort;

/** Negative where `a` comes before `b`. */
export const compareKeys = (sort: SortOrder, a: SortKey, b: SortKey): number =>
  (sort === 'price_asc' ? a.primary - b.primary : b.primary - a.primary) ||
  b.postedAt - a.postedAt ||
  b.id - a.id;
