-- Up Migration
-- The shop's own page, where a deal's link leads there by a network that pays commission: offers of one
-- page are recognised by it.
ALTER TABLE deals ADD COLUMN product_link text;

-- By what the document was mapped: with another mapping it is read again though it has not changed.
ALTER TABLE source_validators ADD COLUMN mapping_version text NOT NULL DEFAULT '';

-- Down Migration
ALTER TABLE source_validators DROP COLUMN mapping_version;
ALTER TABLE deals DROP COLUMN product_link;
