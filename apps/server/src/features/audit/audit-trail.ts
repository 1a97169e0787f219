import { sql } from 'kysely';
import type { AuditAction } from '@izgodno/contract/audit/audit-actions';
import type { AuditSubjectKind } from '@izgodno/contract/audit/calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { createUuidV7 } from '#platform/uuid.ts';

/** An act by virtue of a role. */
export interface AuditRecord {
  /** Of the entry, for who refers to it. */
  readonly id?: string;
  /** Null for acts of the product itself. */
  readonly actorId: string | null;
  readonly action: AuditAction;
  readonly subject: { readonly kind: AuditSubjectKind; readonly id: string };
  readonly reason: string;
  /** Whose content the act concerns: they see it, and may appeal. */
  readonly ownerId?: string | null;
  readonly details?: Readonly<Record<string, string>>;
}

export type AuditTrail = ReturnType<typeof createAuditTrail>;

/** Records acts with actor, subject and reason. */
export const createAuditTrail = (database: Database, clock: Clock) => ({
  /** Within the caller's transaction if one is given. */
  async record(
    { id, actorId, action, subject, reason, ownerId = null, details = {} }: AuditRecord,
    transaction = database,
  ): Promise<void> {
    const now = clock.now();
    await transaction
      .insertInto('audit_entries')
      .values({
        id: id ?? createUuidV7(now),
        at: new Date(now),
        actor_id: actorId,
        // Null if the account is deleted, so that its content can still be judged.
        owner_id: sql`(SELECT id FROM users WHERE id = ${ownerId})`,
        action,
        subject_kind: subject.kind,
        subject_id: subject.id,
        reason,
        details: JSON.stringify(details),
      })
      .execute();
  },
});
