-- Up Migration

-- The part of its source that named the deal last: a shop of a network, or a search of a classifieds
-- site. Null for sources without parts, and for those whose deals show their part.
ALTER TABLE deals ADD COLUMN source_part text;

-- Down Migration
ALTER TABLE deals DROP COLUMN source_part;
