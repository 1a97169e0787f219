-- Up Migration

-- The runs whose source's text ended with a line end, or in another format. A source that usually ends
-- so breaks off where it does not. Nothing is known of other runs: they are older, or of a node of the
-- former release, or their text ended without a line end. A table beside import_runs (0357).
CREATE TABLE whole_readings (
  run_id bigint PRIMARY KEY REFERENCES import_runs (id) ON DELETE CASCADE
);

-- Down Migration
DROP TABLE whole_readings;
