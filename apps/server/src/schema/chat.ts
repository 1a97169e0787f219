import type { Generated, JSONColumnType } from 'kysely';
import type { ChannelKind, ChannelRole, NotificationLevel } from '@izgodno/contract/chat/channel';
import type { InvitationState } from '@izgodno/contract/chat/invitation';
import type {
  Attachment,
  Forwarded,
  MessageLink,
  Quotation,
  Reaction,
} from '@izgodno/contract/chat/message';
import type { ReportReason } from '@izgodno/contract/chat/moderation-calls';
import type { Availability } from '@izgodno/contract/chat/presence';
import type { Timestamp } from './columns.ts';

/** An attachment as stored; the file's own properties are read from the file. */
export type StoredAttachment = Omit<Attachment, 'messageId'>;

export interface ChannelsTable {
  id: string;
  name: string;
  kind: ChannelKind;
  topic: Generated<string>;
  is_default: Generated<boolean>;
  direct_key: string | null;
  created_by: string | null;
  created_at: Timestamp;
  archived_at: Timestamp | null;
  slow_mode_seconds: Generated<number>;
  member_count: Generated<number>;
  last_seq: Generated<number>;
  version: Generated<number>;
  deal_id: number | null;
  /** `last_seq` when `deal_id` was set. */
  deal_seq: Generated<number>;
}

/** Channels whose senders see who has read their messages. */
interface ChannelReadersTable {
  channel_id: string;
  /** The first `seq` of such messages. */
  from_seq: number;
}

export interface ChannelMembersTable {
  channel_id: string;
  user_id: string;
  role: Generated<ChannelRole>;
  notifications: Generated<NotificationLevel>;
  joined_at: Timestamp;
  read_seq: Generated<number>;
  unread_marks: Generated<number>;
  seen_seq: Generated<number>;
  muted_until: Timestamp | null;
  last_active_message_id: string | null;
  last_active_at: Timestamp | null;
  last_sent_at: Timestamp | null;
}

interface StarredChannelsTable {
  channel_id: string;
  user_id: string;
}

interface ChannelBansTable {
  channel_id: string;
  user_id: string;
  reason: string;
  until: Timestamp | null;
  banned_by: string | null;
  created_at: Timestamp;
}

interface ChannelLogTable {
  id: string;
  channel_id: string;
  at: Timestamp;
  actor_id: string | null;
  action: string;
  subject_id: string | null;
  reason: string;
  details: JSONColumnType<Readonly<Record<string, string>>, string | undefined>;
}

interface ChannelInvitationsTable {
  channel_id: string;
  user_id: string;
  inviter_id: string | null;
  state: InvitationState;
  created_at: Timestamp;
  expires_at: Timestamp;
  closed_at: Timestamp | null;
}

export interface MessagesTable {
  channel_id: string;
  seq: number;
  id: string;
  version: number;
  client_id: string;
  sender_id: string;
  text: string;
  search_words: Generated<string>;
  attachments: JSONColumnType<StoredAttachment[], string | undefined>;
  links: JSONColumnType<MessageLink[], string | undefined>;
  mentions: JSONColumnType<{ id: string; name: string }[], string | undefined>;
  mentions_all: Generated<boolean>;
  reactions: JSONColumnType<Reaction[], string | undefined>;
  reply_to: JSONColumnType<Quotation | null, string | null | undefined>;
  forwarded: JSONColumnType<Forwarded | null, string | null | undefined, string | null>;
  thread_id: string | null;
  reply_count: Generated<number>;
  created_at: Timestamp;
  edited_at: Timestamp | null;
  deleted_at: Timestamp | null;
  pinned_at: Timestamp | null;
}

interface LinkImagesTable {
  path: string;
  message_id: string;
  image: Buffer;
}

interface ChannelHooksTable {
  id: string;
  channel_id: string;
  maker_id: string;
  name: string;
  token_hash: Buffer;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

interface MessageReactionsTable {
  channel_id: string;
  message_id: string;
  user_id: string;
  emoji: string;
  created_at: Timestamp;
}

interface MessageReportsTable {
  channel_id: string;
  message_id: string;
  /** Null once the account of the reporter is deleted. */
  reporter_id: string | null;
  reason: ReportReason;
  note: string;
  created_at: Timestamp;
  closed_at: Timestamp | null;
}

interface SavedMessagesTable {
  user_id: string;
  channel_id: string;
  message_id: string;
  saved_at: Timestamp;
  done_at: Timestamp | null;
}

interface ThreadFollowsTable {
  user_id: string;
  channel_id: string;
  root_id: string;
  is_following: Generated<boolean>;
  read_seq: number;
  followed_at: Timestamp;
}

interface MessageDraftsTable {
  user_id: string;
  channel_id: string;
  /** Null in the channel itself. */
  thread_id: string | null;
  text: string;
  people: JSONColumnType<{ id: string; name: string }[]>;
  /** From the sequence of the column, so it rises over all drafts. */
  version: Generated<number>;
}

interface MessageDeliveriesTable {
  session_id: string;
  channel_id: string;
  user_id: string;
  /** The multirange of `seq` as PostgreSQL writes it. */
  received: string;
}

interface ChatStatusesTable {
  user_id: string;
  availability: Availability;
  emoji: string;
  text: string;
  until: Timestamp | null;
}

/** The tables that only `chat` writes. */
export interface ChatTables {
  channels: ChannelsTable;
  channel_readers: ChannelReadersTable;
  channel_members: ChannelMembersTable;
  starred_channels: StarredChannelsTable;
  channel_bans: ChannelBansTable;
  channel_log: ChannelLogTable;
  channel_invitations: ChannelInvitationsTable;
  channel_hooks: ChannelHooksTable;
  messages: MessagesTable;
  link_images: LinkImagesTable;
  message_reactions: MessageReactionsTable;
  message_reports: MessageReportsTable;
  saved_messages: SavedMessagesTable;
  thread_follows: ThreadFollowsTable;
  message_deliveries: MessageDeliveriesTable;
  message_drafts: MessageDraftsTable;
  chat_statuses: ChatStatusesTable;
}
