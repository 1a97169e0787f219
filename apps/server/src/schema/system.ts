import type { ColumnType, Generated } from 'kysely';
import type { MailState } from '@izgodno/contract/system/mail-calls';
import type { SystemStatus } from '@izgodno/contract/system/calls';
import type { Timestamp } from './columns.ts';

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

interface MailLogTable {
  id: string;
  kind: string;
  recipient_domain: string;
  state: MailState;
  attempts: Generated<number>;
  error: string | null;
  message_id: string;
  first_at: Timestamp;
  last_at: Timestamp;
  retry_key: Buffer | null;
}

interface NodesTable {
  name: string;
  status: SystemStatus;
  /** The `parts` of the health. */
  parts: ColumnType<unknown, string, string>;
  started_at: Timestamp;
  reported_at: Timestamp;
}

/** The tables that only `system` writes. */
export interface SystemTables {
  secrets: SecretsTable;
  idempotency_keys: IdempotencyKeysTable;
  mail_log: MailLogTable;
  nodes: NodesTable;
}
