import * as z from 'zod/mini';
import { channelIdSchema, channelKindSchema, chatPersonSchema } from './channel.ts';

/** What became of an invitation; `left` stays of a channel that the person was in and left. */
export const invitationStates = ['pending', 'declined', 'withdrawn', 'left'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** An invitation as the invited person sees it: of the channel no more than this. */
export const invitationSchema = z.object({
  channel: z.object({
    id: channelIdSchema,
    name: z.string(),
    kind: channelKindSchema,
    memberCount: z.int(),
  }),
  inviter: chatPersonSchema,
  /** ISO 8601, like all times below. */
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** An invitation that waits for its answer, as it is seen in the channel. */
export const pendingInvitationSchema = z.object({
  user: chatPersonSchema,
  inviter: chatPersonSchema,
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type PendingInvitation = z.infer<typeof pendingInvitationSchema>;
