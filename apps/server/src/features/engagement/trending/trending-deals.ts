import type { Deal } from '@izgodno/contract/deals/deal';

/** What people care for now. */
export interface TrendingDeals {
  /** The first of the list as calls answer with them, at most so many. */
  top(most: number): Promise<readonly Deal[]>;
}
