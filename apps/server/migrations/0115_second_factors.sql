-- Up Migration
-- Passkeys (WebAuthn credentials) of accounts: each signs in by itself, or after the password.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The authenticator's id of the key, base64url.
  credential_id text NOT NULL UNIQUE,
  -- COSE.
  public_key bytea NOT NULL,
  -- The signature counter of authenticators that count; 0 for others.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  -- Whether the user's other devices may have the key too, and whether they do.
  is_synced boolean NOT NULL,
  is_backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- Secrets of authenticator apps (TOTP, RFC 6238), one per account.
CREATE TABLE totp_secrets (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret bytea NOT NULL,
  -- The time step of the last accepted code; codes of it or earlier steps are rejected.
  last_step bigint NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null until a first code has proved that the app has the secret; until then it is no factor.
  confirmed_at timestamptz
);

-- Codes for users who have lost their other factors. Each is deleted when it is used.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256 of the code, which is 80 random bits; the code itself is not stored.
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- Challenges for adding a passkey or signing in. Each works once.
CREATE TABLE factor_challenges (
  -- SHA-256 of 256 random bits: a WebAuthn challenge, or the token of a sign-in's second step.
  challenge_hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('add-passkey', 'passkey-sign-in', 'second-step')),
  -- Null if any user may sign in.
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  -- The session of the settings page.
  session_id uuid REFERENCES sessions (id) ON DELETE CASCADE,
  -- SHA-256 of the verified password's hash; a new password ends the sign-in.
  proof_hash bytea,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX factor_challenges_expires_at ON factor_challenges (expires_at);
CREATE INDEX factor_challenges_user ON factor_challenges (user_id);
CREATE INDEX factor_challenges_session ON factor_challenges (session_id);

-- Down Migration
DROP TABLE factor_challenges, recovery_codes, totp_secrets, passkeys;
