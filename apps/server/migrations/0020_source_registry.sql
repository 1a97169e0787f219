-- Up Migration
-- The kind of a scheduled source names its connector. Others (imports by command, members' posts,
-- the demo deals) have none.
ALTER TABLE sources
  ADD COLUMN kind text,
  -- The connector's configuration. Credentials are referred to by the name of their setting.
  ADD COLUMN config jsonb NOT NULL DEFAULT '{}',
  -- Whether its deals pay us a commission, as every card shows.
  ADD COLUMN commission boolean NOT NULL DEFAULT false,
  -- Seconds between two readings.
  ADD COLUMN every_seconds integer CHECK (every_seconds >= 10),
  ADD COLUMN paused boolean NOT NULL DEFAULT false,
  ADD COLUMN next_run_at timestamptz,
  -- 'checking': being read for the first time. 'degraded': its last deals are still shown. 'error':
  -- it never had any.
  ADD COLUMN status text NOT NULL DEFAULT 'checking' CHECK (status IN ('healthy', 'checking', 'degraded', 'error')),
  -- Stable code of the error, and its details.
  ADD COLUMN status_reason text,
  ADD COLUMN status_detail text,
  -- Consecutive failed readings: each doubles the wait for the next.
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  -- Where reading resumes; null restarts. The connector's own form.
  ADD COLUMN cursor jsonb,
  -- When the reading of the cursor began.
  ADD COLUMN sweep_started_at timestamptz;
CREATE INDEX sources_next_run ON sources (next_run_at) WHERE kind IS NOT NULL AND NOT paused;

ALTER TABLE deals
  -- The source's own category, which rules map to ours.
  ADD COLUMN source_category text,
  -- Data of one kind of deal: contract, deals/details.ts.
  ADD COLUMN details jsonb,
  -- Perceptual hash of the first photo, in hexadecimal.
  ADD COLUMN photo_hash text,
  ADD COLUMN expires_at timestamptz,
  -- When this deal was last seen at its source, if not when the source was read.
  ADD COLUMN checked_at timestamptz;
CREATE INDEX deals_expires_at ON deals (expires_at) WHERE status = 'active' AND expires_at IS NOT NULL;

-- Validators of a URL, sent back verbatim to learn whether it changed.
CREATE TABLE source_validators (
  source_id text NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
  url text NOT NULL,
  etag text,
  last_modified text,
  PRIMARY KEY (source_id, url)
);

-- Down Migration
DROP TABLE source_validators;
DROP INDEX deals_expires_at;
ALTER TABLE deals DROP COLUMN source_category, DROP COLUMN details, DROP COLUMN photo_hash, DROP COLUMN expires_at, DROP COLUMN checked_at;
DROP INDEX sources_next_run;
ALTER TABLE sources
  DROP COLUMN kind, DROP COLUMN config, DROP COLUMN commission, DROP COLUMN every_seconds, DROP COLUMN paused,
  DROP COLUMN next_run_at, DROP COLUMN status, DROP COLUMN status_reason, DROP COLUMN status_detail,
  DROP COLUMN failures, DROP COLUMN cursor, DROP COLUMN sweep_started_at;
