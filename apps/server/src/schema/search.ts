import type { Generated } from 'kysely';
import type { Day } from './columns.ts';

interface ClassificationTable {
  only_row: Generated<true>;
  /** A digest of the rules by which deals up to `last_deal_id` are classified. */
  rules: string;
  last_deal_id: number;
}

interface SearchCountsTable {
  day: Day;
  key: Buffer;
  query: string | null;
  searches: number;
  without_deals: number;
  near: number;
  corrected: number;
  opened: number;
  rank_sum: number;
}

interface SearchVisitorsTable {
  day: Day;
  key: Buffer;
  visitor: Buffer;
}

interface SearchRefinementsTable {
  day: Day;
  key: Buffer;
  refined_key: Buffer;
  searches: number;
}

/** The tables that only `search` writes. */
export interface SearchTables {
  classification: ClassificationTable;
  search_counts: SearchCountsTable;
  search_visitors: SearchVisitorsTable;
  search_refinements: SearchRefinementsTable;
}
