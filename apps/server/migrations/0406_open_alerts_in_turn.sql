-- Up Migration

-- Open alerts of ended deals are found from the alerts.
DROP INDEX deals_ended;

-- Down Migration
CREATE INDEX deals_ended ON deals (id)
  WHERE seller_id IS NULL AND (status <> 'active' OR deleted_at IS NOT NULL);
