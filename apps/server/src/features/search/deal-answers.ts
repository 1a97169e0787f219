import type { DealListQuery } from '@izgodno/contract/search/calls';
import type { Deal } from '@izgodno/contract/deals/deal';

/** What the calls that read deals answer, for pages that arrive with it. */
export interface DealAnswers {
  /** The encoded answer of GET /api/deals. */
  list(query: DealListQuery): Promise<Buffer>;
  /** The deal of GET /api/deals/:id. Throws `not_found`. */
  one(id: string): Promise<Deal>;
}
