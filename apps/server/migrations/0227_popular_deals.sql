-- Up Migration

-- In a transaction of its own, because that of 0226 lets no one read deals. Earlier versions of 0226
-- built it.
CREATE INDEX IF NOT EXISTS deals_popularity ON deals (popularity) WHERE popularity <> 0;

-- Down Migration
DROP INDEX deals_popularity;
