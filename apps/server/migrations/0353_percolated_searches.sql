-- Up Migration

-- The searches with the same filters are asked once.
CREATE INDEX saved_searches_query ON saved_searches USING hash (query);
-- `checked_at` is when a search was saved or resumed: earlier deals are no news for it.
DROP INDEX saved_searches_checked_at;

-- Down Migration
CREATE INDEX saved_searches_checked_at ON saved_searches (checked_at) WHERE NOT paused;
DROP INDEX saved_searches_query;
