import type { FastifyInstance } from 'fastify';
import * as calls from '@izgodno/contract/chat/invitation-calls';
import { addCall } from '#platform/http/add-call.ts';
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
  addCall(app, calls.listInvitations, async ({ user }) => ({
    invitations: await invitations.received(user),
  }));

  addCall(app, calls.listPendingInvitations, async ({ params, user }) => ({
    invitations: await invitations.sent(user, await access.see(user, params.id)),
  }));
};
