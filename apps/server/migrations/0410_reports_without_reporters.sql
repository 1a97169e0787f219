-- Up Migration

-- Reports that wait for a decision outlive the account of their reporter, without it.
ALTER TABLE deal_reports
  ALTER COLUMN reporter_id DROP NOT NULL,
  DROP CONSTRAINT deal_reports_reporter_id_fkey,
  ADD CONSTRAINT deal_reports_reporter_id_fkey
    FOREIGN KEY (reporter_id) REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE member_reports
  ALTER COLUMN reporter_id DROP NOT NULL,
  DROP CONSTRAINT member_reports_reporter_id_fkey,
  ADD CONSTRAINT member_reports_reporter_id_fkey
    FOREIGN KEY (reporter_id) REFERENCES users (id) ON DELETE SET NULL;
-- In place of the primary key, whose columns cannot be null.
CREATE UNIQUE INDEX message_reports_once ON message_reports (channel_id, message_id, reporter_id);
ALTER TABLE message_reports
  DROP CONSTRAINT message_reports_pkey,
  ALTER COLUMN reporter_id DROP NOT NULL,
  DROP CONSTRAINT message_reports_reporter_id_fkey,
  ADD CONSTRAINT message_reports_reporter_id_fkey
    FOREIGN KEY (reporter_id) REFERENCES users (id) ON DELETE SET NULL;

-- Down Migration
DELETE FROM deal_reports WHERE reporter_id IS NULL;
DELETE FROM member_reports WHERE reporter_id IS NULL;
DELETE FROM message_reports WHERE reporter_id IS NULL;
ALTER TABLE deal_reports
  ALTER COLUMN reporter_id SET NOT NULL,
  DROP CONSTRAINT deal_reports_reporter_id_fkey,
  ADD CONSTRAINT deal_reports_reporter_id_fkey
    FOREIGN KEY (reporter_id) REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE member_reports
  ALTER COLUMN reporter_id SET NOT NULL,
  DROP CONSTRAINT member_reports_reporter_id_fkey,
  ADD CONSTRAINT member_reports_reporter_id_fkey
    FOREIGN KEY (reporter_id) REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE message_reports
  ADD CONSTRAINT message_reports_pkey PRIMARY KEY (channel_id, message_id, reporter_id),
  DROP CONSTRAINT message_reports_reporter_id_fkey,
  ADD CONSTRAINT message_reports_reporter_id_fkey
    FOREIGN KEY (reporter_id) REFERENCES users (id) ON DELETE CASCADE;
DROP INDEX message_reports_once;
