-- Up Migration

-- The choices of a product that its source sells in sizes or colours.
ALTER TABLE deals ADD COLUMN variants jsonb;

-- Down Migration
ALTER TABLE deals DROP COLUMN variants;
