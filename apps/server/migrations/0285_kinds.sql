-- Up Migration

-- The kind of product that a deal is: an id of the table of kinds, which files hold; null if unknown.
-- A job reads those of stored deals. And the number that its feed names in Google's taxonomy.
ALTER TABLE deals
  ADD COLUMN kind text,
  ADD COLUMN google_category integer;

-- The kinds of other deals that a source files under the same category.
CREATE INDEX deals_neighbours ON deals (source_id, source_category)
  WHERE kind IS NOT NULL AND source_category IS NOT NULL;

-- Down Migration
DROP INDEX deals_neighbours;
ALTER TABLE deals DROP COLUMN kind, DROP COLUMN google_category;
