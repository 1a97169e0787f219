import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { shortListCursor, shortListQuery } from '../common/page.ts';
import { channelParams } from './channel.ts';
import { invitationSchema, pendingInvitationSchema } from './invitation.ts';
import { PENDING_INVITATIONS } from './limits.ts';

// `PUT` and `DELETE /api/channels/:id/members/:userId` invite, accept, decline and withdraw.

export const listInvitations = defineCall({
  method: 'GET',
  path: '/api/channels/invitations',
  summary: 'The invitations to channels that wait for one’s own answer, latest first',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'chat:read',
  query: shortListQuery(PENDING_INVITATIONS.received),
  response: z.object({
    success: z.literal(true),
    invitations: z.array(invitationSchema),
    nextCursor: shortListCursor,
  }),
});

export const listPendingInvitations = defineCall({
  method: 'GET',
  path: '/api/channels/:id/invitations',
  summary: 'Who was invited to a channel and has not answered: by oneself; moderators see all',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'chat:read',
  errors: ['not_a_member'],
  params: channelParams,
  query: shortListQuery(),
  response: z.object({
    success: z.literal(true),
    invitations: z.array(pendingInvitationSchema),
    nextCursor: shortListCursor,
  }),
});
