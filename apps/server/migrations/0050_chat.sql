-- Up Migration
CREATE TABLE channels (
  id uuid PRIMARY KEY,
  -- Empty for direct conversations.
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('public', 'private', 'direct')),
  topic text NOT NULL DEFAULT '',
  -- Every user is in it.
  is_default boolean NOT NULL DEFAULT false,
  -- The sorted ids of the members of a direct conversation, which is unique for each set of users.
  direct_key text UNIQUE,
  created_by uuid,
  created_at timestamptz NOT NULL,
  archived_at timestamptz,
  slow_mode_seconds integer NOT NULL DEFAULT 0,
  member_count integer NOT NULL DEFAULT 0,
  -- The seq of the newest message, which is also the number of messages.
  last_seq bigint NOT NULL DEFAULT 0,
  -- Counts every change of a message, including new ones.
  version bigint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX channels_name ON channels (lower(name)) WHERE kind = 'public';

CREATE TABLE channel_members (
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'moderator', 'owner')),
  notifications text NOT NULL DEFAULT 'all' CHECK (notifications IN ('all', 'mentions', 'none')),
  joined_at timestamptz NOT NULL,
  -- seq of the newest read message.
  read_seq bigint NOT NULL DEFAULT 0,
  muted_until timestamptz,
  last_active_message_id uuid,
  last_active_at timestamptz,
  -- Set only in slow mode.
  last_sent_at timestamptz,
  PRIMARY KEY (channel_id, user_id)
);
CREATE INDEX channel_members_user ON channel_members (user_id);

CREATE TABLE channel_bans (
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason text NOT NULL,
  -- Null for a permanent ban.
  until timestamptz,
  banned_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (channel_id, user_id)
);

-- The row of a deleted message stays, empty, because its number is taken. The same applies to
-- messages of deleted accounts, whose sender_id then refers to no user.
CREATE TABLE messages (
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  -- 1, 2, 3 … in each channel.
  seq bigint NOT NULL,
  id uuid NOT NULL,
  -- channels.version when it last changed.
  version bigint NOT NULL,
  -- Created by the sender, so that a retry finds the stored message.
  client_id uuid NOT NULL,
  sender_id uuid NOT NULL,
  text text NOT NULL,
  -- The terms of text for the search, in one script; empty if there are none.
  search_words text NOT NULL DEFAULT '',
  attachments jsonb NOT NULL DEFAULT '[]',
  links jsonb NOT NULL DEFAULT '[]',
  -- [{id, name}]
  mentions jsonb NOT NULL DEFAULT '[]',
  mentions_all boolean NOT NULL DEFAULT false,
  -- [{emoji, count, userIds}], from message_reactions.
  reactions jsonb NOT NULL DEFAULT '[]',
  -- {id, seq, sender, text} of the message it replies to.
  reply_to jsonb,
  -- The first message of its thread.
  thread_id uuid,
  reply_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  deleted_at timestamptz,
  pinned_at timestamptz,
  PRIMARY KEY (channel_id, seq),
  UNIQUE (channel_id, sender_id, client_id)
);
CREATE INDEX messages_id ON messages (id);
CREATE INDEX messages_version ON messages (channel_id, version);
CREATE INDEX messages_thread ON messages (channel_id, thread_id, seq) WHERE thread_id IS NOT NULL;
CREATE INDEX messages_pinned ON messages (channel_id, pinned_at) WHERE pinned_at IS NOT NULL;
CREATE INDEX messages_files ON messages (channel_id, seq) WHERE attachments <> '[]';
CREATE INDEX messages_search ON messages USING gin (to_tsvector('simple', search_words)) WHERE search_words <> '';

CREATE TABLE message_reactions (
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  message_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  emoji text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (channel_id, message_id, user_id, emoji)
);

CREATE TABLE message_reports (
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  message_id uuid NOT NULL,
  reporter_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason text NOT NULL,
  note text NOT NULL,
  created_at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (channel_id, message_id, reporter_id)
);
CREATE INDEX message_reports_open ON message_reports (created_at) WHERE closed_at IS NULL;

CREATE TABLE chat_statuses (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  availability text NOT NULL CHECK (availability IN ('auto', 'away', 'dnd', 'invisible')),
  emoji text NOT NULL,
  text text NOT NULL,
  until timestamptz
);

INSERT INTO channels (id, name, kind, is_default, created_at)
VALUES ('019a9000-0000-7000-8000-000000000001', 'Общ', 'public', true, now());

-- Down Migration
DROP TABLE chat_statuses, message_reports, message_reactions, messages, channel_bans, channel_members, channels;
