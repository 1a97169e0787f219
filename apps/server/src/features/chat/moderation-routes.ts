import type { FastifyInstance } from 'fastify';
import * as calls from '@izgodno/contract/chat/moderation-calls';
import { addCall } from '#platform/http/add-call.ts';
import { requireUser } from '#platform/http/authentication.ts';
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
  addCall(app, calls.updateMember, async ({ params, body, request }) => {
    const who = await requireUser(request);
    const row = await members.update(who, params.id, params.userId, body);
    const { channel } = await access.see(who, params.id);
    return { member: presentMember(row, channel.kind) };
  });

  addCall(app, calls.listBans, async ({ params, request }) => ({
    bans: await members.bans(await requireUser(request), params.id),
  }));

  addCall(app, calls.banMember, async ({ params, body, request }) => {
    await members.ban(await requireUser(request), params.id, params.userId, body);
    return {};
  });

  addCall(app, calls.unbanMember, async ({ params, request }) => {
    await members.unban(await requireUser(request), params.id, params.userId);
    return {};
  });

  addCall(app, calls.reportMessage, async ({ params, body, request }) => {
    await reports.report(await requireUser(request), params.id, body);
    return {};
  });

  addCall(app, calls.listMessageReports, async ({ query, request }) => ({
    reports: await reports.list(await requireUser(request), query.limit),
  }));

  addCall(app, calls.closeMessageReports, async ({ params, body, request }) => {
    await reports.close(await requireUser(request), params.messageId, body.outcome);
    return {};
  });
};
