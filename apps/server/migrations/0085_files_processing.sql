-- Up Migration
-- For the sweep, which finds files whose processing was lost.
CREATE INDEX files_processing ON files (created_at) WHERE status = 'processing';

-- Down Migration
DROP INDEX files_processing;
