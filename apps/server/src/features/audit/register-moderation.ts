import type { FastifyInstance } from 'fastify';
import { listAudit } from '@izgodno/contract/audit/calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import { cutPage, readLatestFirstCursor } from '#platform/http/page-cursor.ts';
import type { AuditTrail } from './audit.ts';
import { createAuditTrail, readAudit } from './audit-trail.ts';

export interface ModerationDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Registers the audit trail of moderators and administrators. Returns what features write it with.
 */
export const registerModeration = (
  app: FastifyInstance,
  { database, clock }: ModerationDependencies,
): AuditTrail => {
  addCall(app, listAudit, async ({ query }) => {
    const found = await readAudit(database, {
      kind: query.kind ?? null,
      subject: query.subject ?? null,
      most: query.limit + 1,
      after: readLatestFirstCursor(query.cursor),
    });
    const { rows, nextCursor } = cutPage(found, query.limit);
    return {
      entries: rows.map(({ at, id, actor, action, subject, reason, details }) => ({
        id,
        at: at.toISOString(),
        actor,
        action,
        subject,
        reason,
        details,
      })),
      nextCursor,
    };
  });
  return createAuditTrail(database, clock);
};
