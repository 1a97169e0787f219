-- Up Migration
-- Keys by which programs make calls as their owner, within the key's scopes.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- SHA-256 of the key, which has 256 random bits; the key itself is not stored.
  token_hash bytea NOT NULL UNIQUE,
  -- The key's first characters, by which its owner recognises it.
  hint text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  last_used_at timestamptz
);
CREATE INDEX api_keys_user ON api_keys (user_id);

-- Down Migration
DROP TABLE api_keys;
