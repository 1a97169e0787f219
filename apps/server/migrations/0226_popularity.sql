-- Up Migration

-- How many different networks viewed the deal lately, in steps. Decides among equal search results.
ALTER TABLE deals ADD COLUMN popularity smallint NOT NULL DEFAULT 0,
  -- Not compared with the rows, which all have the default: no one could read them meanwhile.
  ADD CONSTRAINT deals_popularity_check CHECK (popularity BETWEEN 0 AND 7) NOT VALID;

-- Views of visitors count for less.
ALTER TABLE deal_views ADD COLUMN signed_in boolean NOT NULL DEFAULT false;

-- Down Migration
ALTER TABLE deal_views DROP COLUMN signed_in;
ALTER TABLE deals DROP COLUMN popularity;
