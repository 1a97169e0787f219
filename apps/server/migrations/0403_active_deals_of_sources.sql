-- Up Migration

-- The number of active deals of each source, which the metrics and the list of sources count.
CREATE INDEX deals_active_source ON deals (source_id) WHERE status = 'active';

-- Down Migration
DROP INDEX deals_active_source;
