import type { DealListQuery } from '@izgodno/contract/search/calls';
import type { Deal } from '@izgodno/contract/deals/deal';

/** Responses of the calls that read deals, for pages preloaded with them. */
export interface DealResponses {
  /** The encoded response of GET /api/deals. */
  list(query: DealListQuery): Promise<Buffer>;
  /** The deal of GET /api/deals/:id. Throws `not_found`. */
  one(id: string): Promise<Deal>;
}
