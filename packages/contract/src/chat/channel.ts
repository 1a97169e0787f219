import * as z from 'zod/mini';
import { oneLine, writtenText } from '../common/normalise.ts';
import { somethingToSee } from '../common/text.ts';
import { userIdSchema } from '../accounts/session.ts';
import { dealIdSchema } from '../deals/deal-id.ts';
import { CHANNEL_NAME_LENGTH, MAX_TOPIC_LENGTH } from './limits.ts';
import { messageIdSchema } from './message.ts';

/** UUIDv7 in canonical lower-case form. */
export const channelIdSchema = z.uuid({ version: 'v7' });

/** The parameter of a call about one channel. */
export const channelParams = z.strictObject({ id: channelIdSchema });
/** The parameters of a call about one member of a channel. */
export const memberParams = z.strictObject({ id: channelIdSchema, userId: userIdSchema });

// No control characters and none that change the direction of surrounding text.
const visible = /^[^\p{Cc}\p{Cs}\p{Co}\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u;

const label = (maximum: number, minimum: number) =>
  writtenText(maximum, oneLine).check(
    z.minLength(minimum),
    z.regex(visible, 'Expected letters'),
    somethingToSee,
  );

export const channelNameSchema = label(CHANNEL_NAME_LENGTH.maximum, CHANNEL_NAME_LENGTH.minimum);
export const topicSchema = label(MAX_TOPIC_LENGTH, 0);

/** A channel of kind `deal` has the comments on a deal: everyone reads it, and it has no members. */
export const channelKinds = ['public', 'private', 'direct', 'deal'] as const;
export const channelKindSchema = z.enum(channelKinds);
export type ChannelKind = z.infer<typeof channelKindSchema>;

/** Roles within one channel. Moderators and administrators of the product have at least `moderator` in public ones. */
export const channelRoles = ['member', 'moderator', 'owner'] as const;
export const channelRoleSchema = z.enum(channelRoles);
export type ChannelRole = z.infer<typeof channelRoleSchema>;

/** A member's choice of notifications. */
export const notificationLevels = ['all', 'mentions', 'none'] as const;
export const notificationLevelSchema = z.enum(notificationLevels);
export type NotificationLevel = z.infer<typeof notificationLevelSchema>;

/** A user as chat shows them. */
export const chatUserSchema = z.object({ id: userIdSchema, name: z.string() });
export type ChatUser = z.infer<typeof chatUserSchema>;

/** The caller's own membership of a channel. */
export const membershipSchema = z.object({
  role: channelRoleSchema,
  notifications: notificationLevelSchema,
  /** Whether the member keeps the channel at the top of their list. */
  starred: z._default(z.boolean(), false),
  /** `seq` of the newest read message; 0 before the first. */
  readSeq: z.int(),
  /**
   * How often the member has marked messages as unread. Of two read positions the one with more is
   * newer; with equally many, the greater one.
   */
  unreadMarks: z._default(z.int(), 0),
  /** ISO 8601: until then the member may read but not write; null if not muted. */
  mutedUntil: z.nullable(z.string()),
  joinedAt: z.string(),
});
export type Membership = z.infer<typeof membershipSchema>;

/** The part of a channel that is the same for all its viewers, and is sent in events. */
export const channelSchema = z.object({
  id: channelIdSchema,
  /** Empty for a direct conversation, which the client names by its members. */
  name: z.string(),
  kind: channelKindSchema,
  topic: z.string(),
  /** Every user is in it, and cannot leave it. */
  isDefault: z.boolean(),
  /** ISO 8601; null while it is not archived. */
  archivedAt: z.nullable(z.string()),
  createdAt: z.string(),
  /** Seconds between two messages of one member; 0 is off. Moderators are exempt. */
  slowModeSeconds: z.int(),
  memberCount: z.int(),
  /** The members of a direct conversation, the caller included; otherwise empty. */
  people: z.array(chatUserSchema),
  /** The number of messages: the `seq` of the newest. */
  lastSeq: z.int(),
  /** The number of changes: the `version` of the newest. */
  version: z.int(),
  /** Whether senders see who has read their messages; in direct conversations they always do. */
  showsReaders: z._default(z.boolean(), false),
  /**
   * The deal that a direct conversation is about, last named by `openDirect`; absent without one.
   * `seq` is the newest message at that time, 0 if there was none.
   */
  deal: z.optional(z.object({ id: dealIdSchema, seq: z.int() })),
});
export type Channel = z.infer<typeof channelSchema>;

/** A channel in the list of one of its members. */
export const ownChannelSchema = z.extend(channelSchema, { membership: membershipSchema });
export type OwnChannel = z.infer<typeof ownChannelSchema>;

/** A channel for a viewer who may not be in it. */
export const seenChannelSchema = z.extend(channelSchema, {
  membership: z.nullable(membershipSchema),
});
export type SeenChannel = z.infer<typeof seenChannelSchema>;

export const memberSchema = z.object({
  user: chatUserSchema,
  role: channelRoleSchema,
  mutedUntil: z.nullable(z.string()),
  joinedAt: z.string(),
  /** The reading position: only in direct conversations, else null. */
  readSeq: z.nullable(z.int()),
});
export type Member = z.infer<typeof memberSchema>;

export const banSchema = z.object({
  user: chatUserSchema,
  reason: z.string(),
  /** ISO 8601; null for a permanent ban. */
  until: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Ban = z.infer<typeof banSchema>;

/** The activity of a channel since the reader's last visit (specification, section 3). */
export const activitySchema = z.object({
  channelId: channelIdSchema,
  totalCount: z.int(),
  latestMessageId: z.nullable(messageIdSchema),
  /** ISO 8601. */
  latestMessageTime: z.nullable(z.string()),
  lastActiveMessageId: z.nullable(messageIdSchema),
  hasActivity: z.boolean(),
  /** By the specification's rule (section 4): all messages until a last active one is stored, then 0. */
  unseenCount: z.int(),
  /** Messages after the reading position, by any sender: the number of the badge. */
  unreadCount: z.int(),
});
export type Activity = z.infer<typeof activitySchema>;
