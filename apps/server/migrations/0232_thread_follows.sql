-- Up Migration

-- Who follows a thread: the replies to its first message, root_id.
CREATE TABLE thread_follows (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  root_id uuid NOT NULL,
  -- False once the user has unfollowed it, so that a mention does not follow it again.
  is_following boolean NOT NULL DEFAULT true,
  -- seq of the newest reply that the user has read in the thread.
  read_seq bigint NOT NULL,
  followed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, root_id)
);
CREATE INDEX thread_follows_channel ON thread_follows (channel_id);
CREATE INDEX thread_follows_age ON thread_follows (followed_at);

-- Down Migration
DROP TABLE thread_follows;
