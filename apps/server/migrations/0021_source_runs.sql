-- Up Migration
ALTER TABLE import_runs
  DROP CONSTRAINT import_runs_status_check,
  ADD CONSTRAINT import_runs_status_check
    CHECK (status IN ('running', 'succeeded', 'unchanged', 'failed', 'held_back')),
  -- The error's details.
  ADD COLUMN error_detail text,
  -- Rejected rows by reason: {"price_missing": 3}.
  ADD COLUMN rejected_reasons jsonb;

-- The first rejected rows of a run, for administrators. Their number is limited.
CREATE TABLE import_rejections (
  run_id bigint NOT NULL REFERENCES import_runs (id) ON DELETE CASCADE,
  row_number integer NOT NULL,
  external_id text,
  reason text NOT NULL,
  detail text NOT NULL,
  PRIMARY KEY (run_id, row_number)
);

-- Down Migration
DROP TABLE import_rejections;
DELETE FROM import_runs WHERE status = 'unchanged';
ALTER TABLE import_runs
  DROP COLUMN rejected_reasons, DROP COLUMN error_detail,
  DROP CONSTRAINT import_runs_status_check,
  ADD CONSTRAINT import_runs_status_check
    CHECK (status IN ('running', 'succeeded', 'failed', 'held_back'));
