import type { Generated, JSONColumnType } from 'kysely';
import type { AuditSubjectKind } from '@izgodno/contract/audit/calls';
import type { Timestamp } from './columns.ts';

interface AuditEntriesTable {
  id: string;
  at: Timestamp;
  actor_id: string | null;
  owner_id: Generated<string | null>;
  action: string;
  subject_kind: AuditSubjectKind;
  subject_id: string;
  reason: string;
  details: JSONColumnType<Record<string, string>>;
}

/** The tables that only `audit` writes. */
export interface AuditTables {
  audit_entries: AuditEntriesTable;
}
