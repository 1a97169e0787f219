import type { ColumnType } from 'kysely';

interface SecretsTable {
  name: string;
  value: Buffer;
  created_at: ColumnType<Date, never, never>;
}

/** The tables that only `system` writes. */
export interface SystemTables {
  secrets: SecretsTable;
}
