import type { AuditAction } from '@izgodno/contract/audit/audit-actions';
import type { AuditSubjectKind } from '@izgodno/contract/audit/calls';
import type { Database } from '#platform/database/database.ts';

/** What somebody did by virtue of their role. */
export interface AuditRecord {
  /** Null where the product itself acted. */
  readonly actorId: string | null;
  readonly action: AuditAction;
  readonly subject: { readonly kind: AuditSubjectKind; readonly id: string };
  readonly reason: string;
  readonly details?: Readonly<Record<string, string>>;
}

/** Keeps who did what to whom and why. */
export interface AuditTrail {
  /** Within the caller's transaction where one is given. */
  record(entry: AuditRecord, transaction?: Database): Promise<void>;
}
