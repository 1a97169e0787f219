import type { Deal } from '@izgodno/contract/deals/deal';

/** The deals with the most recent engagement. */
export interface TrendingDeals {
  /** The first `most` of the list, as in responses. */
  top(most: number): Promise<readonly Deal[]>;
}
