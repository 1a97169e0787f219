import type { FastifyInstance } from 'fastify';
import * as calls from '@izgodno/contract/chat/moderation-calls';
import { addCall } from '#platform/http/add-call.ts';
import type { ChannelAccess } from './channel-access.ts';
import type { MemberService } from './member-service.ts';
import { presentMember } from './present-channel.ts';
import type { ReportService } from './report-service.ts';

export interface ModerationCallsOptions {
  readonly access: ChannelAccess;
  readonly members: MemberService;
  readonly reports: ReportService;
}

export const addModerationCalls = (
  app: FastifyInstance,
  { access, members, reports }: ModerationCallsOptions,
): void => {
  addCall(app, calls.updateMember, async ({ params, body, user }) => {
    const row = await members.update(user, params.id, params.userId, body);
    const { channel } = await access.see(user, params.id);
    return { member: presentMember(row, channel.kind) };
  });

  addCall(app, calls.listBans, async ({ params, user }) => ({
    bans: await members.bans(user, params.id),
  }));

  addCall(app, calls.banMember, async ({ params, body, user }) => {
    await members.ban(user, params.id, params.userId, body);
    return {};
  });

  addCall(app, calls.unbanMember, async ({ params, user }) => {
    await members.unban(user, params.id, params.userId);
    return {};
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
