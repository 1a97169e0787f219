import type { ColumnType } from 'kysely';

interface SecretsTable {
  name: string;
  value: Buffer;
  created_at: ColumnType<Date, never, never>;
}

interface IdempotencyKeysTable {
  user_id: string;
  key_hash: Buffer;
  request_hash: Buffer;
  response: ColumnType<unknown, null, string | null>;
  created_at: ColumnType<Date, Date, Date>;
}

/** The tables that only `system` writes. */
export interface SystemTables {
  secrets: SecretsTable;
  idempotency_keys: IdempotencyKeysTable;
}
