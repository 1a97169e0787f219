import type { FastifyInstance } from 'fastify';
import * as calls from '@izgodno/contract/chat/moderation-calls';
import { addCall } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutPage, readLatestFirstCursor } from '#platform/http/page-cursor.ts';
import type { BanService } from './ban-service.ts';
import type { ChannelAccess } from './channel-access.ts';
import { presentLogEntry, type ChannelLog } from './channel-log.ts';
import { mayModerate } from './channel-policy.ts';
import type { MemberService } from './member-service.ts';
import { presentMember } from './present-channel.ts';
import type { ReportService } from './report-service.ts';

export interface ModerationCallsOptions {
  readonly access: ChannelAccess;
  readonly members: MemberService;
  readonly bans: BanService;
  readonly log: ChannelLog;
  readonly reports: ReportService;
}

export const addModerationCalls = (
  app: FastifyInstance,
  { access, members, bans, log, reports }: ModerationCallsOptions,
): void => {
  addCall(app, calls.updateMember, async ({ params, body, user }) => {
    const row = await members.update(user, params.id, params.userId, body);
    const { channel } = await access.see(user, params.id);
    return { member: presentMember(row, channel.kind) };
  });

  addCall(app, calls.listBans, async ({ params, user }) => ({
    bans: await bans.list(user, params.id),
  }));

  addCall(app, calls.banMember, async ({ params, body, user }) => {
    await bans.ban(user, params.id, params.userId, body);
    return {};
  });

  addCall(app, calls.unbanMember, async ({ params, user }) => {
    await bans.unban(user, params.id, params.userId);
    return {};
  });

  addCall(app, calls.listChannelLog, async ({ params, query, user }) => {
    const { actor, policy } = await access.see(user, params.id);
    if (!mayModerate(actor, policy)) throw new CallError('forbidden');
    const after = readLatestFirstCursor(query.cursor);
    const { rows, nextCursor } = cutPage(
      await log.read(params.id, { most: query.limit + 1, after }),
      query.limit,
    );
    return { entries: rows.map(presentLogEntry), nextCursor };
  });

  addCall(app, calls.reportMessage, async ({ params, body, user }) => {
    await reports.report(user, params.id, body);
    return {};
  });

  addCall(app, calls.listMessageReports, async ({ query, user }) => ({
    reports: await reports.list(user, query.limit),
  }));

  addCall(app, calls.closeMessageReports, async ({ params, body, user }) => {
    await reports.close(user, params.messageId, body.outcome);
    return {};
  });
};
