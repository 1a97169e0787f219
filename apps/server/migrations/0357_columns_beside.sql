-- Up Migration

-- Nodes of the former release prepare `SELECT *` of these tables: a further column fails each of
-- those statements once. A single transaction applies all migrations, so these columns are gone before
-- such a node looks.
CREATE TABLE channel_readers (
  channel_id uuid PRIMARY KEY REFERENCES channels (id) ON DELETE CASCADE,
  -- The seq from which on senders see who has read their messages.
  from_seq bigint NOT NULL
);
INSERT INTO channel_readers (channel_id, from_seq)
  SELECT id, readers_from_seq FROM channels WHERE readers_from_seq IS NOT NULL;
ALTER TABLE channels DROP COLUMN readers_from_seq;

-- The channels that a member keeps at the top of their list.
CREATE TABLE starred_channels (
  channel_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (user_id, channel_id),
  FOREIGN KEY (channel_id, user_id) REFERENCES channel_members (channel_id, user_id) ON DELETE CASCADE
);
INSERT INTO starred_channels (channel_id, user_id)
  SELECT channel_id, user_id FROM channel_members WHERE starred;
ALTER TABLE channel_members DROP COLUMN starred;

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
ALTER TABLE saved_searches DROP COLUMN added_xid;

-- Down Migration
ALTER TABLE saved_searches ADD COLUMN added_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX saved_searches_added_xid ON saved_searches (added_xid, id);
DROP TRIGGER saved_searches_added ON saved_searches;
DROP FUNCTION note_saved_search;
DROP TABLE saved_search_additions;
ALTER TABLE channel_members ADD COLUMN starred boolean NOT NULL DEFAULT false;
UPDATE channel_members SET starred = true
 WHERE EXISTS (SELECT FROM starred_channels s
                WHERE s.channel_id = channel_members.channel_id AND s.user_id = channel_members.user_id);
DROP TABLE starred_channels;
ALTER TABLE channels ADD COLUMN readers_from_seq bigint;
UPDATE channels SET readers_from_seq = from_seq FROM channel_readers WHERE channel_id = channels.id;
DROP TABLE channel_readers;
