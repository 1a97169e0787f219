-- Up Migration
-- The newest deals, page by page, without sorting the table.
CREATE INDEX deals_newest ON deals (posted_at DESC, id DESC)
  WHERE status = 'active' AND deleted_at IS NULL;

-- Down Migration
DROP INDEX deals_newest;
