import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ChannelKind, ChannelRole, NotificationLevel } from '@izgodno/contract/chat/channel';
import type { Attachment, MessageLink, Quotation, Reaction } from '@izgodno/contract/chat/message';
import type { InvitationState } from '@izgodno/contract/chat/invitation';
import type { ReportReason } from '@izgodno/contract/chat/moderation-calls';
import type { Availability } from '@izgodno/contract/chat/presence';

type Time = ColumnType<Date, Date | string, Date | string>;

export interface ChannelsTable {
  id: string;
  name: string;
  kind: ChannelKind;
  topic: Generated<string>;
  is_default: Generated<boolean>;
  direct_key: string | null;
  created_by: string | null;
  created_at: Time;
  archived_at: Time | null;
  slow_mode_seconds: Generated<number>;
  member_count: Generated<number>;
  last_seq: Generated<number>;
  version: Generated<number>;
}

export interface ChannelMembersTable {
  channel_id: string;
  user_id: string;
  role: Generated<ChannelRole>;
  notifications: Generated<NotificationLevel>;
  joined_at: Time;
  read_seq: Generated<number>;
  muted_until: Time | null;
  last_active_message_id: string | null;
  last_active_at: Time | null;
  last_sent_at: Time | null;
}

export interface ChannelBansTable {
  channel_id: string;
  user_id: string;
  reason: string;
  until: Time | null;
  banned_by: string | null;
  created_at: Time;
}

export interface ChannelLogTable {
  id: string;
  channel_id: string;
  at: Time;
  actor_id: string | null;
  action: string;
  subject_id: string | null;
  reason: string;
  details: JSONColumnType<Readonly<Record<string, string>>, string | undefined>;
}

export interface ChannelInvitationsTable {
  channel_id: string;
  user_id: string;
  inviter_id: string | null;
  state: InvitationState;
  created_at: Time;
  expires_at: Time;
  closed_at: Time | null;
}

export interface PersonBlocksTable {
  blocker_id: string;
  blocked_id: string;
  created_at: Time;
}

/** An attachment as stored; the file's own properties are read from the file. */
export type KeptAttachment = Omit<Attachment, 'messageId'>;

export interface MessagesTable {
  channel_id: string;
  seq: number;
  id: string;
  version: number;
  client_id: string;
  sender_id: string;
  text: string;
  search_words: Generated<string>;
  attachments: JSONColumnType<KeptAttachment[], string | undefined>;
  links: JSONColumnType<MessageLink[], string | undefined>;
  mentions: JSONColumnType<{ id: string; name: string }[], string | undefined>;
  mentions_all: Generated<boolean>;
  reactions: JSONColumnType<Reaction[], string | undefined>;
  reply_to: JSONColumnType<Quotation | null, string | null | undefined>;
  thread_id: string | null;
  reply_count: Generated<number>;
  created_at: Time;
  edited_at: Time | null;
  deleted_at: Time | null;
  pinned_at: Time | null;
}

export interface MessageReactionsTable {
  channel_id: string;
  message_id: string;
  user_id: string;
  emoji: string;
  created_at: Time;
}

export interface MessageReportsTable {
  channel_id: string;
  message_id: string;
  reporter_id: string;
  reason: ReportReason;
  note: string;
  created_at: Time;
  closed_at: Time | null;
}

export interface ChatStatusesTable {
  user_id: string;
  availability: Availability;
  emoji: string;
  text: string;
  until: Time | null;
}

export interface ChatTables {
  channels: ChannelsTable;
  channel_members: ChannelMembersTable;
  channel_bans: ChannelBansTable;
  channel_invitations: ChannelInvitationsTable;
  channel_log: ChannelLogTable;
  person_blocks: PersonBlocksTable;
  messages: MessagesTable;
  message_reactions: MessageReactionsTable;
  message_reports: MessageReportsTable;
  chat_statuses: ChatStatusesTable;
}
