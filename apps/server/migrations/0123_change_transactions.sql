-- Up Migration

-- The transaction that took the deal's last change number. Numbers are committed out of order;
-- by its transaction PostgreSQL says of each change whether a reader can have seen it. Deals from
-- before count as changed by this migration.
ALTER TABLE deals ADD COLUMN change_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX deals_change_xid ON deals (change_xid, id);

-- By the database, so that a node of the former release, which knows no column of this name,
-- writes it too.
CREATE FUNCTION note_change_xid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.change_xid := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER deals_change_xid BEFORE UPDATE ON deals FOR EACH ROW
  WHEN (NEW.change_seq <> OLD.change_seq) EXECUTE FUNCTION note_change_xid();

-- All changes that this snapshot sees were read; null if none surely were. A backup leaves it out,
-- because another server's transactions have other numbers.
ALTER TABLE change_readers ADD COLUMN position pg_snapshot;
-- The changes that it does not see were made after this time.
ALTER TABLE change_readers ADD COLUMN unread_since timestamptz;
-- The columns of the former release, whose nodes may still run.
ALTER TABLE change_readers ALTER COLUMN settled SET DEFAULT 0;
ALTER TABLE change_readers ALTER COLUMN marked SET DEFAULT 0;
ALTER TABLE change_readers ALTER COLUMN marked_at SET DEFAULT now();

-- Down Migration
ALTER TABLE change_readers DROP COLUMN position, DROP COLUMN unread_since,
  ALTER COLUMN settled DROP DEFAULT, ALTER COLUMN marked DROP DEFAULT, ALTER COLUMN marked_at DROP DEFAULT;
DROP TRIGGER deals_change_xid ON deals;
DROP FUNCTION note_change_xid;
ALTER TABLE deals DROP COLUMN change_xid;
