-- Up Migration
-- Browsers that have signed in to an account before.
CREATE TABLE known_devices (
  -- SHA-256 of the token in the browser's cookie, which is 256 random bits.
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The last sign-in.
  used_at timestamptz NOT NULL,
  PRIMARY KEY (token_hash, user_id)
);
CREATE INDEX known_devices_user ON known_devices (user_id, used_at);
CREATE INDEX known_devices_used_at ON known_devices (used_at);

-- Wrong passwords for one account from one network. The subject is a digest, so that email
-- addresses without an account are not collected.
CREATE TABLE sign_in_delays (
  subject bytea PRIMARY KEY,
  count integer NOT NULL,
  -- No password is verified before this time.
  blocked_until timestamptz NOT NULL,
  -- A try after this time begins a new count.
  forget_at timestamptz NOT NULL
);
CREATE INDEX sign_in_delays_forget_at ON sign_in_delays (forget_at);

-- Down Migration
DROP TABLE sign_in_delays, known_devices;
