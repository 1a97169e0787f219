import type { Generated } from 'kysely';
import type { Timestamp } from './columns.ts';

export interface SavedSearchesTable {
  id: string;
  user_id: string;
  name: string;
  query: string;
  paused: Generated<boolean>;
  matches: Generated<number>;
  last_match_at: Timestamp | null;
  checked_at: Timestamp;
  created_at: Timestamp;
}

/** Written by a trigger. */
interface SavedSearchAdditionsTable {
  id: string;
  /** The transaction that added the search; an xid8 as text. */
  added_xid: Generated<string>;
}

interface SavedSearchMatchesTable {
  saved_search_id: string;
  deal_id: number;
  matched_at: Timestamp;
}

/** The tables that only `saved-searches` writes. */
export interface SavedSearchesTables {
  saved_searches: SavedSearchesTable;
  saved_search_additions: SavedSearchAdditionsTable;
  saved_search_matches: SavedSearchMatchesTable;
}
