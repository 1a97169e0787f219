import type { FastifyInstance } from 'fastify';
import * as calls from '@izgodno/contract/chat/invitation-calls';
import { addCall } from '#platform/http/add-call.ts';
import { requireUser } from '#platform/http/authentication.ts';
import type { ChannelAccess } from './channel-access.ts';
import type { InvitationService } from './invitation-service.ts';

export interface InvitationCallsOptions {
  readonly access: ChannelAccess;
  readonly invitations: InvitationService;
}

export const addInvitationCalls = (
  app: FastifyInstance,
  { access, invitations }: InvitationCallsOptions,
): void => {
  addCall(app, calls.listInvitations, async ({ request }) => ({
    invitations: await invitations.received(await requireUser(request)),
  }));

  addCall(app, calls.listPendingInvitations, async ({ params, request }) => {
    const who = await requireUser(request);
    return { invitations: await invitations.sent(who, await access.see(who, params.id)) };
  });
};
