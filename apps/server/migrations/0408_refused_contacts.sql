-- Up Migration

-- Since when the mail of a message may be tried again, and how often the mail server has refused it.
ALTER TABLE contact_messages
  ADD COLUMN mail_from timestamptz,
  ADD COLUMN mail_rejections integer NOT NULL DEFAULT 0;

-- Down Migration
ALTER TABLE contact_messages DROP COLUMN mail_rejections, DROP COLUMN mail_from;
