-- Up Migration

-- A sale that ends changes the mapping of a document that did not change.
ALTER TABLE source_validators ADD COLUMN valid_until timestamptz;

-- Down Migration
ALTER TABLE source_validators DROP COLUMN valid_until;
