-- Up Migration

-- The deal that a direct conversation is about, and how many messages it had when it was last named.
ALTER TABLE channels
  ADD COLUMN deal_id bigint REFERENCES deals (id) ON DELETE SET NULL,
  ADD COLUMN deal_seq integer NOT NULL DEFAULT 0;
CREATE INDEX channels_deal ON channels (deal_id) WHERE deal_id IS NOT NULL;

-- Down Migration
ALTER TABLE channels DROP COLUMN deal_seq, DROP COLUMN deal_id;
