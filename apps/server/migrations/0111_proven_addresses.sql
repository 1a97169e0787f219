-- Up Migration
ALTER TABLE mail_links DROP CONSTRAINT mail_links_purpose_check;
ALTER TABLE mail_links ADD CONSTRAINT mail_links_purpose_check CHECK (purpose IN
  ('reset-password', 'confirm-email', 'confirm-administrator', 'change-email', 'undo-email'));
-- Former addresses are reserved for owners who can still recover their account.
CREATE INDEX mail_links_email ON mail_links (email, purpose);

-- Whether there was ever a first administrator. Afterwards only administrators and the operator's
-- command set roles.
CREATE TABLE first_administrator (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  -- NULL while there was none.
  made_at timestamptz,
  -- SHA-256 of the token that the last start printed, and when it expires.
  link_hash bytea,
  link_expires_at timestamptz
);
INSERT INTO first_administrator (made_at) SELECT min(created_at) FROM users WHERE role = 'admin';

-- Down Migration
DROP TABLE first_administrator;
DROP INDEX mail_links_email;
DELETE FROM mail_links WHERE purpose NOT IN ('reset-password', 'confirm-email');
ALTER TABLE mail_links DROP CONSTRAINT mail_links_purpose_check;
ALTER TABLE mail_links ADD CONSTRAINT mail_links_purpose_check CHECK (purpose IN
  ('reset-password', 'confirm-email'));
