-- Up Migration

-- The kinds of other deals that a source files under the same category. In a transaction of its own,
-- because that of 0285 lets no one read deals. Earlier versions of 0285 built it.
CREATE INDEX IF NOT EXISTS deals_neighbours ON deals (source_id, source_category)
  WHERE kind IS NOT NULL AND source_category IS NOT NULL;

-- Down Migration
DROP INDEX deals_neighbours;
