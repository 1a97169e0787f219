-- Up Migration

-- The kind of product that a deal is: an id of the table of kinds, which files hold; null if unknown.
-- A job reads those of stored deals. And the number that its feed names in Google's taxonomy.
ALTER TABLE deals
  ADD COLUMN kind text,
  ADD COLUMN google_category integer;

-- Down Migration
ALTER TABLE deals DROP COLUMN kind, DROP COLUMN google_category;
