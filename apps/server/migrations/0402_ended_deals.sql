-- Up Migration

-- The ended deals of sources, whose open price alerts go to their successors.
CREATE INDEX deals_ended ON deals (id)
  WHERE seller_id IS NULL AND (status <> 'active' OR deleted_at IS NOT NULL);

-- Down Migration
DROP INDEX deals_ended;
