import * as z from 'zod/mini';
import { channelIdSchema, channelKindSchema, chatUserSchema } from './channel.ts';

/** The states of an invitation; `left` is stored when a user leaves a channel. */
export const invitationStates = ['pending', 'declined', 'withdrawn', 'left'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** An invitation for the invited user, with no further data of the channel. */
export const invitationSchema = z.object({
  channel: z.object({
    id: channelIdSchema,
    name: z.string(),
    kind: channelKindSchema,
    memberCount: z.int(),
  }),
  inviter: chatUserSchema,
  /** ISO 8601, like all times below. */
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** A pending invitation, for members of the channel. */
export const pendingInvitationSchema = z.object({
  user: chatUserSchema,
  inviter: chatUserSchema,
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type PendingInvitation = z.infer<typeof pendingInvitationSchema>;
