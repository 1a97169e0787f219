-- Up Migration

-- The former prices that a source claims and that we can check.
CREATE INDEX deals_claims ON deals (source_id, id DESC)
  WHERE original_amount IS NOT NULL AND observed_long AND status = 'active';

-- Down Migration
DROP INDEX deals_claims;
