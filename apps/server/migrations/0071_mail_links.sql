-- Up Migration
-- When the user proved that they read mail to their email address.
ALTER TABLE users ADD COLUMN email_confirmed_at timestamptz;

-- Mailed links. Each works once.
CREATE TABLE mail_links (
  -- SHA-256 of the token, which is 256 random bits; the token itself is not stored.
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('reset-password', 'confirm-email')),
  -- The address it was sent to; invalid once the account has another.
  email text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX mail_links_user ON mail_links (user_id);
CREATE INDEX mail_links_expires_at ON mail_links (expires_at);

-- Down Migration
DROP TABLE mail_links;
ALTER TABLE users DROP COLUMN email_confirmed_at;
