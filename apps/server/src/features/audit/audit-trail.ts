import { sql } from 'kysely';
import type { AuditEntry, AuditSubjectKind } from '@izgodno/contract/audit/calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { LatestFirstPlace } from '#platform/http/page-cursor.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { AuditTrail } from './audit.ts';

export const createAuditTrail = (database: Database, clock: Clock): AuditTrail => ({
  async record({ actorId, action, subject, reason, details = {} }, transaction = database) {
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
        details: JSON.stringify(details),
      })
      .execute();
  },
});

export interface AuditRequest {
  readonly kind: AuditSubjectKind | null;
  readonly subject: string | null;
  /** The largest number of entries. */
  readonly most: number;
  readonly after: LatestFirstPlace | null;
}

type AuditRow = Omit<AuditEntry, 'at'> & LatestFirstPlace;

/** Entries, latest first. */
export const readAudit = async (
  database: Database,
  { kind, subject, most, after }: AuditRequest,
): Promise<readonly AuditRow[]> => {
  const rows = await database
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'audit_entries.actor_id')
    .select([
      'audit_entries.id',
      'audit_entries.at',
      'audit_entries.action',
      'audit_entries.subject_kind',
      'audit_entries.subject_id',
      'audit_entries.reason',
      'audit_entries.details',
      'users.id as actorId',
      'users.name as actorName',
    ])
    .$if(kind !== null, (query) => query.where('subject_kind', '=', kind))
    .$if(subject !== null, (query) => query.where('subject_id', '=', subject))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(at, audit_entries.id) < (${after?.at}, ${after?.id})`),
    )
    .orderBy('at', 'desc')
    .orderBy('audit_entries.id', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor:
      row.actorId === null || row.actorName === null
        ? null
        : { id: row.actorId, name: row.actorName },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id },
    reason: row.reason,
    details: row.details,
  }));
};
