-- Up Migration
ALTER TABLE deals
  -- The representative of this deal among equal offers of several sources. No foreign key, because
  -- it is a deal like any other, and grouping corrects it after a deletion.
  ADD COLUMN represented_by bigint,
  -- The number of offers that the deal represents, including its own.
  ADD COLUMN offer_count integer NOT NULL DEFAULT 1;
CREATE INDEX deals_represented_by ON deals (represented_by) WHERE represented_by IS NOT NULL;

-- Keys of active deals: equal keys may mean the same offer.
CREATE TABLE offer_keys (
  key bytea NOT NULL,
  deal_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('gtin', 'mpn', 'link', 'photo')),
  PRIMARY KEY (key, deal_id)
);
CREATE INDEX offer_keys_deal ON offer_keys (deal_id);

-- Deals that changed since offers were last grouped. Rows are only appended, so that writers do not
-- wait for each other.
CREATE TABLE offers_to_group (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deal_id bigint NOT NULL
);

-- The newest deals, page by page, are now representatives only.
DROP INDEX deals_newest;
CREATE INDEX deals_newest ON deals (posted_at DESC, id DESC)
  WHERE status = 'active' AND deleted_at IS NULL AND represented_by IS NULL;

INSERT INTO offers_to_group (deal_id) SELECT id FROM deals WHERE status = 'active' AND deleted_at IS NULL;

-- Down Migration
DROP INDEX deals_newest;
CREATE INDEX deals_newest ON deals (posted_at DESC, id DESC)
  WHERE status = 'active' AND deleted_at IS NULL;
DROP TABLE offers_to_group, offer_keys;
DROP INDEX deals_represented_by;
ALTER TABLE deals DROP COLUMN represented_by, DROP COLUMN offer_count;
