-- Up Migration

-- The transaction that added a search: nodes that hold all searches in memory read on from it.
ALTER TABLE saved_searches ADD COLUMN added_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX saved_searches_added_xid ON saved_searches (added_xid, id);
-- The searches with the same filters are asked once.
CREATE INDEX saved_searches_query ON saved_searches USING hash (query);
-- `checked_at` is when a search was saved or resumed: earlier deals are no news for it.
DROP INDEX saved_searches_checked_at;

-- Down Migration
CREATE INDEX saved_searches_checked_at ON saved_searches (checked_at) WHERE NOT paused;
DROP INDEX saved_searches_query, saved_searches_added_xid;
ALTER TABLE saved_searches DROP COLUMN added_xid;
