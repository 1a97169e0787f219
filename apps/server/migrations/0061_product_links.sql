-- Up Migration
-- The shop's own page, where a deal's link leads there by a network that pays commission: offers of one
-- page are recognised by it.
ALTER TABLE deals ADD COLUMN product_link text;

-- By which rules the document was mapped: with other rules it is read again though it has not changed.
ALTER TABLE source_validators ADD COLUMN mapping_version integer NOT NULL DEFAULT 0;

-- Down Migration
ALTER TABLE source_validators DROP COLUMN mapping_version;
ALTER TABLE deals DROP COLUMN product_link;
