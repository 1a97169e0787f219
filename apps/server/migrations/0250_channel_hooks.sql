-- Up Migration

-- Addresses that post text into one channel as the member who made them.
CREATE TABLE channel_hooks (
  id uuid PRIMARY KEY,
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  maker_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX channel_hooks_channel ON channel_hooks (channel_id);
CREATE INDEX channel_hooks_maker ON channel_hooks (maker_id);
