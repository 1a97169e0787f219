-- Up Migration
-- Calls that a client may repeat under a key of its own, with their responses for a day.
CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256 of the client's key.
  key_hash bytea NOT NULL,
  -- SHA-256 of the call and its parts: the same key for another request is an error.
  request_hash bytea NOT NULL,
  -- Null while the call is made.
  response jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key_hash)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

-- Down Migration
DROP TABLE idempotency_keys;
