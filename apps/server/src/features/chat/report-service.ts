import type { MessageReport, ReportReason } from '@izgodno/contract/chat/moderation-calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import type { ChannelAccess } from './channel-access.ts';
import { mayReadReports } from './channel-policy.ts';
import { findMessage, presentMessage } from './message-rows.ts';
import type { MessageService } from './message-service.ts';

export interface ReportServiceOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly access: ChannelAccess;
  readonly messages: MessageService;
  readonly audit: AuditTrail;
}

export type ReportService = ReturnType<typeof createReportService>;

/** Reports of messages, and the moderators' work on them. */
export const createReportService = (options: ReportServiceOptions) => {
  const { database, clock, access, messages, audit } = options;

  return {
    async report(
      who: Principal,
      messageId: string,
      what: { readonly reason: ReportReason; readonly note: string },
    ): Promise<void> {
      const { message } = await access.read(who, messageId);
      const report = { ...what, created_at: new Date(clock.now()), closed_at: null };
      await database
        .insertInto('message_reports')
        .values({
          channel_id: message.channel_id,
          message_id: messageId,
          reporter_id: who.id,
          ...report,
        })
        .onConflict((conflict) =>
          conflict.columns(['channel_id', 'message_id', 'reporter_id']).doUpdateSet(report),
        )
        .execute();
    },

    /** Throws `forbidden`. */
    async list(who: Principal, limit: number): Promise<MessageReport[]> {
      if (!mayReadReports(who.role)) throw new CallError('forbidden');
      const rows = await database
        .selectFrom('message_reports as r')
        .innerJoin('users as u', 'u.id', 'r.reporter_id')
        .select(['r.message_id', 'r.reason', 'r.note', 'r.created_at', 'u.id', 'u.name'])
        .where('r.closed_at', 'is', null)
        .orderBy('r.created_at')
        .limit(limit)
        .execute();
      const reports = await Promise.all(
        rows.map(async ({ message_id, id, name, reason, note, created_at }) => {
          const message = await findMessage(database, message_id);
          return message === null
            ? []
            : [
                {
                  message: presentMessage(message),
                  reporter: { id, name },
                  reason,
                  note,
                  createdAt: created_at.toISOString(),
                },
              ];
        }),
      );
      return reports.flat();
    },

    /** Throws `forbidden`, or `not_found` if there is no report of it. */
    async close(
      who: Principal,
      messageId: string,
      outcome: 'deleted' | 'dismissed',
    ): Promise<void> {
      if (!mayReadReports(who.role)) throw new CallError('forbidden');
      const message = await findMessage(database, messageId);
      if (message === null) throw new CallError('not_found');
      const closed = await database
        .updateTable('message_reports')
        .set({ closed_at: new Date(clock.now()) })
        .where('channel_id', '=', message.channel_id)
        .where('message_id', '=', messageId)
        .where('closed_at', 'is', null)
        .returning('reporter_id')
        .execute();
      if (closed.length === 0) throw new CallError('not_found');
      if (outcome === 'deleted') await messages.removeMessage(message);
      await audit.record({
        actorId: who.id,
        action: outcome === 'deleted' ? 'message.delete' : 'message.dismiss_report',
        subject: { kind: 'message', id: messageId },
        reason: 'report',
        details: { channelId: message.channel_id, senderId: message.sender_id },
      });
    },
  };
};
