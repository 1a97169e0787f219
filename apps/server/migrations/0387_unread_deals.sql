-- Up Migration

-- When a deal was last read, if its source names it in rows that cannot be used since; null for
-- others. Without it such a deal would count as checked with its source.
ALTER TABLE deals ADD COLUMN unread_since timestamptz;

-- Down Migration
ALTER TABLE deals DROP COLUMN unread_since;
