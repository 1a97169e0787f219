-- Up Migration

ALTER TABLE notices
  -- Not mailed or pushed before; null if nothing delays it.
  ADD COLUMN mail_from timestamptz,
  ADD COLUMN push_from timestamptz,
  -- How often a mail server has refused the mail that contains the notice.
  ADD COLUMN mail_rejections integer NOT NULL DEFAULT 0;

-- Down Migration
ALTER TABLE notices DROP COLUMN mail_from, DROP COLUMN push_from, DROP COLUMN mail_rejections;
