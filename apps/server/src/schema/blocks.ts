import type { Timestamp } from './columns.ts';

interface UserBlocksTable {
  blocker_id: string;
  blocked_id: string;
  created_at: Timestamp;
}

/** The tables that only `blocks` writes. */
export interface BlocksTables {
  person_blocks: UserBlocksTable;
}
