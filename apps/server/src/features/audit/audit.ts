import type { AuditAction } from '@izgodno/contract/audit/audit-actions';
import type { AuditSubjectKind } from '@izgodno/contract/audit/calls';
import type { Database } from '#schema/schema.ts';

/** An act by virtue of a role. */
export interface AuditRecord {
  /** Null for acts of the product itself. */
  readonly actorId: string | null;
  readonly action: AuditAction;
  readonly subject: { readonly kind: AuditSubjectKind; readonly id: string };
  readonly reason: string;
  readonly details?: Readonly<Record<string, string>>;
}

/** Records acts with actor, subject and reason. */
export interface AuditTrail {
  /** Within the caller's transaction if one is given. */
  record(entry: AuditRecord, transaction?: Database): Promise<void>;
}
