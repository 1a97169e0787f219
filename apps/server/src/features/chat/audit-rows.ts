import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { AuditTrail } from '#ports/audit.ts';

/** Keeps the audit trail in the database. */
export const createAuditTrail = (database: Database, clock: Clock): AuditTrail => ({
  async record({ actorId, action, subject, reason, details }, transaction = database) {
    const now = clock.now();
    await transaction
      .insertInto('audit_entries')
      .values({
        id: createUuidV7(now),
        at: new Date(now),
        actor_id: actorId,
        action,
        subject_kind: subject.kind,
        subject_id: subject.id,
        reason,
        details: JSON.stringify(details ?? {}),
      })
      .execute();
  },
});
