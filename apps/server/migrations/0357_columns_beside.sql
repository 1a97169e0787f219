-- Up Migration

-- Nodes of the former release prepare `SELECT *` of these tables, and each column that is added or
-- dropped fails those statements once. These are therefore tables beside them. Earlier versions of
-- migrations 0233, 0295 and 0353 added columns; a database that has them still drops them here.
CREATE TABLE channel_readers (
  channel_id uuid PRIMARY KEY REFERENCES channels (id) ON DELETE CASCADE,
  -- The seq from which on senders see who has read their messages.
  from_seq bigint NOT NULL
);
DO $$ BEGIN
  INSERT INTO channel_readers (channel_id, from_seq)
    SELECT id, readers_from_seq FROM channels WHERE readers_from_seq IS NOT NULL;
  ALTER TABLE channels DROP COLUMN readers_from_seq;
EXCEPTION WHEN undefined_column THEN NULL;
END $$;

-- The channels that a member keeps at the top of their list.
CREATE TABLE starred_channels (
  channel_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (user_id, channel_id),
  FOREIGN KEY (channel_id, user_id) REFERENCES channel_members (channel_id, user_id) ON DELETE CASCADE
);
DO $$ BEGIN
  INSERT INTO starred_channels (channel_id, user_id)
    SELECT channel_id, user_id FROM channel_members WHERE starred;
  ALTER TABLE channel_members DROP COLUMN starred;
EXCEPTION WHEN undefined_column THEN NULL;
END $$;

-- The transaction that added a search: nodes that hold all searches in memory read on from it.
CREATE TABLE saved_search_additions (
  id uuid PRIMARY KEY REFERENCES saved_searches (id) ON DELETE CASCADE,
  added_xid xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX saved_search_additions_xid ON saved_search_additions (added_xid, id);
INSERT INTO saved_search_additions (id) SELECT id FROM saved_searches;
-- By the database, so that a node of the former release writes it too.
CREATE FUNCTION note_saved_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO saved_search_additions (id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER saved_searches_added AFTER INSERT ON saved_searches
  FOR EACH ROW EXECUTE FUNCTION note_saved_search();
ALTER TABLE saved_searches DROP COLUMN IF EXISTS added_xid;

-- Down Migration
DROP TRIGGER saved_searches_added ON saved_searches;
DROP FUNCTION note_saved_search;
DROP TABLE saved_search_additions, starred_channels, channel_readers;
