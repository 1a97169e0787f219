-- Up Migration

-- Whether the member keeps the channel at the top of their list.
ALTER TABLE channel_members ADD COLUMN starred boolean NOT NULL DEFAULT false;

-- Down Migration
ALTER TABLE channel_members DROP COLUMN starred;
