import type { Generated } from 'kysely';

interface ClassificationTable {
  only_row: Generated<true>;
  /** A digest of the rules by which deals up to `last_deal_id` are classified. */
  rules: string;
  last_deal_id: number;
}

/** The tables that only `search` writes. */
export interface SearchTables {
  classification: ClassificationTable;
}
