import type { FastifyInstance } from 'fastify';
import { listAudit } from '@izgodno/contract/audit/calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import { pageByTime } from '#platform/http/page-by-time.ts';
import { cutPage, readTimeCursor } from '#platform/http/page-cursor.ts';
import { createAuditTrail, type AuditTrail } from './audit-trail.ts';

/**
 * Registers the audit trail of moderators and administrators. Returns what features write it with.
 */
export const registerAudit = (
  app: FastifyInstance,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
): AuditTrail => {
  addCall(app, listAudit, async ({ query: { kind, subject, cursor, limit } }) => {
    const found = await database
      .selectFrom('audit_entries as e')
      .leftJoin('users as u', 'u.id', 'e.actor_id')
      .select(['e.id', 'e.at', 'e.action', 'e.subject_kind', 'e.subject_id', 'e.reason'])
      .select(['e.details', 'u.id as actor_id', 'u.name as actor_name'])
      .$if(kind !== undefined, (query) => query.where('subject_kind', '=', kind ?? 'deal'))
      .$if(subject !== undefined, (query) => query.where('subject_id', '=', subject ?? ''))
      .$call(pageByTime(['e.at', 'e.id'], 'desc', { after: readTimeCursor(cursor), limit }))
      .execute();
    const { rows, nextCursor } = cutPage(found, limit);
    return {
      entries: rows.map(({ id, at, action, reason, details, ...row }) => ({
        id,
        at: at.toISOString(),
        actor:
          row.actor_id === null || row.actor_name === null
            ? null
            : { id: row.actor_id, name: row.actor_name },
        action,
        subject: { kind: row.subject_kind, id: row.subject_id },
        reason,
        details,
      })),
      nextCursor,
    };
  });
  return createAuditTrail(database, clock);
};
