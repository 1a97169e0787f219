-- Up Migration
CREATE TABLE users (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  -- Trimmed and lower case.
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  -- PHC string of Argon2id, which contains the parameters and the salt.
  password_hash text NOT NULL,
  role text NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'moderator', 'admin')),
  created_at timestamptz NOT NULL
);

-- A session is a signed-in device. Revoking it deletes it together with its tokens.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  user_agent text NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  -- When its newest refresh token expires.
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

CREATE TABLE session_tokens (
  -- SHA-256 of the token, which is 256 random bits; the token itself is not stored.
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  expires_at timestamptz NOT NULL,
  -- Refresh tokens only: when this one was exchanged, and its successors, encrypted with a key that
  -- only the holder of this one can derive.
  replaced_at timestamptz,
  successor bytea
);
CREATE INDEX session_tokens_session ON session_tokens (session_id);

-- Tries in the window that ends at resets_at. The subject is a digest, so that email addresses
-- without an account are not collected.
CREATE TABLE attempts (
  subject bytea PRIMARY KEY,
  count integer NOT NULL,
  resets_at timestamptz NOT NULL
);
CREATE INDEX attempts_resets_at ON attempts (resets_at);

-- Down Migration
DROP TABLE attempts, session_tokens, sessions, users;
