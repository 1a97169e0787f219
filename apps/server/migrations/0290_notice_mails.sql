-- Up Migration

-- The mail that contains the notice, chosen before it is sent: what is sent again after a crash is
-- the same mail, with the same id and the same notices.
ALTER TABLE notices ADD COLUMN mail_id uuid;

-- Down Migration
ALTER TABLE notices DROP COLUMN mail_id;
