import type { ColumnType } from 'kysely';

interface SecretsTable {
  name: string;
  value: Buffer;
  created_at: ColumnType<Date, never, never>;
}

export interface SecretTables {
  secrets: SecretsTable;
}
