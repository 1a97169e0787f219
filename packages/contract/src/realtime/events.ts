import * as z from 'zod/mini';
import {
  channelIdSchema,
  channelSchema,
  chatUserSchema,
  memberSchema,
  notificationLevelSchema,
  ownChannelSchema,
} from '../chat/channel.ts';
import { draftSchema } from '../chat/draft-calls.ts';
import { invitationSchema } from '../chat/invitation.ts';
import { messageIdSchema, messageSchema } from '../chat/message.ts';
import { presenceSchema } from '../chat/presence.ts';
import { userIdSchema } from '../accounts/session.ts';

/** Every event that the server publishes: the one list of names and payloads. */
export const realtimeEvents = {
  /**
   * To all in the channel. `message.version` is the channel's last version plus one; a greater step
   * is a gap.
   */
  'message.created': z.object({ message: messageSchema }),
  /**
   * To all in the channel, for edits, deletion, reactions, pins, files, link previews: the whole
   * new state.
   */
  'message.changed': z.object({ message: messageSchema }),
  /** To all in the channel: name, topic, slow mode or archive have changed. */
  'channel.changed': z.object({ channel: channelSchema }),
  /**
   * To a user who is in the channel from now on: by joining, by an invitation, or by a direct
   * conversation.
   */
  'channel.joined': z.object({ channel: ownChannelSchema }),
  /** To a user who has left it. */
  'channel.left': z.object({
    channelId: channelIdSchema,
    reason: z.enum(['left', 'removed', 'banned']),
  }),
  /** To a user who was invited to a channel. */
  'invitation.received': z.object({ invitation: invitationSchema }),
  /**
   * To the invited user and to the inviter: it was accepted, declined, withdrawn, or became
   * invalid.
   */
  'invitation.ended': z.object({ channelId: channelIdSchema, userId: userIdSchema }),
  /** To the user's own pages: they have blocked or unblocked another user. */
  'block.changed': z.object({ user: chatUserSchema, blocked: z.boolean() }),
  /** To all in the channel, like the two below. */
  'member.joined': z.object({ channelId: channelIdSchema, member: memberSchema }),
  'member.changed': z.object({ channelId: channelIdSchema, member: memberSchema }),
  'member.left': z.object({ channelId: channelIdSchema, userId: userIdSchema }),
  /** To the user's own other pages, and in direct conversations to the others. */
  'channel.read': z.object({
    channelId: channelIdSchema,
    userId: userIdSchema,
    readSeq: z.int(),
    /** As in `membershipSchema`: a position with more of them is newer, also a lower one. */
    unreadMarks: z._default(z.int(), 0),
  }),
  /** To the user's own pages: their preferences in a channel. */
  'preferences.changed': z.object({
    channelId: channelIdSchema,
    notifications: notificationLevelSchema,
    starred: z.boolean(),
  }),
  /** To the user's own pages: they have saved a message for later, are done with it, or removed it. */
  'saved.changed': z.object({ messageId: messageIdSchema }),
  /** To the user's own pages: they follow other threads than before, or have read replies. */
  'threads.changed': z.object({}),
  /** To the user's own pages: an unsent text was stored, or erased if it is empty. */
  'draft.changed': z.object({ draft: draftSchema }),
  /** To all in the channel but the sender; valid for `TYPING_HOLD_MS`. */
  typing: z.object({ channelId: channelIdSchema, user: chatUserSchema }),
  /**
   * To all in the channel: how far the files are that a message waits for; valid for
   * `UPLOAD_PROGRESS_HOLD_MS`.
   */
  'upload.progress': z.object({
    channelId: channelIdSchema,
    files: z.array(
      z.object({
        placeholderId: z.string(),
        /** Percent. */
        progress: z.int(),
      }),
    ),
  }),
  /** To a user with a new notice in their list, or who read or deleted some on any device. */
  'notice.created': z.object({
    /** Their present number of unread notices. */
    unread: z.int(),
  }),
  /** To the watchers of these users. */
  presence: z.object({ people: z.array(presenceSchema) }),
} as const;

export type RealtimeEventName = keyof typeof realtimeEvents;

/** One event: its name and payload. */
export type RealtimeEvent = {
  [Name in RealtimeEventName]: {
    readonly type: Name;
    readonly data: z.output<(typeof realtimeEvents)[Name]>;
  };
}[RealtimeEventName];

/** How long a user counts as typing after the last event, in milliseconds. */
export const TYPING_HOLD_MS = 5_000;
/** The least interval between a client's typing frames, in milliseconds. */
export const TYPING_INTERVAL_MS = 3_000;
