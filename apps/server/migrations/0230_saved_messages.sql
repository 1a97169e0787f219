-- Up Migration

-- Messages that a user has saved for later.
CREATE TABLE saved_messages (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  message_id uuid NOT NULL,
  saved_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (user_id, message_id)
);
CREATE INDEX saved_messages_channel ON saved_messages (channel_id);

-- Down Migration
DROP TABLE saved_messages;
