-- Up Migration
-- The sweep asks for files whose look-through was forgotten.
CREATE INDEX files_processing ON files (created_at) WHERE status = 'processing';

-- Down Migration
DROP INDEX files_processing;
