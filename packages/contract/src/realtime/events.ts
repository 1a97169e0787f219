import * as z from 'zod/mini';
import {
  channelIdSchema,
  channelSchema,
  chatPersonSchema,
  memberSchema,
  ownChannelSchema,
} from '../chat/channel.ts';
import { invitationSchema } from '../chat/invitation.ts';
import { messageSchema } from '../chat/message.ts';
import { presenceSchema } from '../chat/presence.ts';
import { userIdSchema } from '../accounts/session.ts';

/** Everything the server tells connected people of by itself: the one list of event names and what they carry. */
export const realtimeEvents = {
  /** To all in the channel. `message.version` is the channel's last count of changes plus one: a greater step is a gap. */
  'message.created': z.object({ message: messageSchema }),
  /** To all in the channel, for edits, deletion, reactions, pins, files, unfolded links: the whole new state. */
  'message.changed': z.object({ message: messageSchema }),
  /** To all in the channel: name, topic, slow mode or archive have changed. */
  'channel.changed': z.object({ channel: channelSchema }),
  /** To a person who is in the channel from now on: by joining, by an invitation, or by a direct conversation. */
  'channel.joined': z.object({ channel: ownChannelSchema }),
  /** To a person who is in it no more. */
  'channel.left': z.object({
    channelId: channelIdSchema,
    reason: z.enum(['left', 'removed', 'banned']),
  }),
  /** To a person who was invited to a channel. */
  'invitation.received': z.object({ invitation: invitationSchema }),
  /** To the invited person and to the inviter: it was accepted, declined, withdrawn, or holds no more. */
  'invitation.ended': z.object({ channelId: channelIdSchema, userId: userIdSchema }),
  /** To the person's own pages: they have blocked somebody, or unblocked them. */
  'block.changed': z.object({ user: chatPersonSchema, blocked: z.boolean() }),
  /** To all in the channel, like the two below. */
  'member.joined': z.object({ channelId: channelIdSchema, member: memberSchema }),
  'member.changed': z.object({ channelId: channelIdSchema, member: memberSchema }),
  'member.left': z.object({ channelId: channelIdSchema, userId: userIdSchema }),
  /** To the person's own other pages, and in direct conversations to the others. */
  'channel.read': z.object({
    channelId: channelIdSchema,
    userId: userIdSchema,
    readSeq: z.int(),
  }),
  /** To all in the channel but the writer; holds for `TYPING_HOLD_MS`. */
  typing: z.object({ channelId: channelIdSchema, user: chatPersonSchema }),
  /** To a person who was told of something that their list of notices shows. */
  'notice.created': z.object({
    /** How many of their notices are unread now. */
    unread: z.int(),
  }),
  /** To whoever watches these people. */
  presence: z.object({ people: z.array(presenceSchema) }),
} as const;

export type RealtimeEventName = keyof typeof realtimeEvents;

/** One event: its name and what it carries. */
export type RealtimeEvent = {
  [Name in RealtimeEventName]: {
    readonly type: Name;
    readonly data: z.output<(typeof realtimeEvents)[Name]>;
  };
}[RealtimeEventName];

/** For how long a person counts as typing after the last word of it, in milliseconds. */
export const TYPING_HOLD_MS = 5_000;
/** How often at most a client says that its person is typing, in milliseconds. */
export const TYPING_INTERVAL_MS = 3_000;
