-- Up Migration
-- The shop's own page, if a deal's link goes through a network that pays commission; offers of one
-- page are matched by it.
ALTER TABLE deals ADD COLUMN product_link text;

-- The mapping of the document: with another mapping it is read again although it has not changed.
ALTER TABLE source_validators ADD COLUMN mapping_version text NOT NULL DEFAULT '';

-- Down Migration
ALTER TABLE source_validators DROP COLUMN mapping_version;
ALTER TABLE deals DROP COLUMN product_link;
