-- Up Migration

-- Whether the text of a source ended without a line end; null for runs before, and for other formats
-- false. A source that usually ends so does not break off there.
ALTER TABLE import_runs ADD COLUMN is_open_ended boolean;

-- Down Migration
ALTER TABLE import_runs DROP COLUMN is_open_ended;
