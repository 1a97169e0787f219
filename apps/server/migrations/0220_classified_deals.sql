-- Up Migration

-- The brand in one spelling, read from the deal's words; a job reads those of stored deals.
ALTER TABLE deals ADD COLUMN brand_slug text;

-- How far the stored deals were classified, by which version of the rules. One row.
CREATE TABLE classification (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  rules text NOT NULL,
  last_deal_id bigint NOT NULL
);

-- Down Migration
DROP TABLE classification;
ALTER TABLE deals DROP COLUMN brand_slug;
