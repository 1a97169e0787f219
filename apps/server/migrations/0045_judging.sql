-- Up Migration
CREATE TABLE expired_marks (
  deal_id bigint NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  network bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (deal_id, user_id)
);
CREATE INDEX expired_marks_user ON expired_marks (user_id);

-- Deals that members' votes expired; withdrawing the votes makes them active again.
CREATE TABLE expired_by_members (
  deal_id bigint PRIMARY KEY REFERENCES deals (id) ON DELETE CASCADE
);

CREATE TABLE deal_reports (
  id uuid PRIMARY KEY,
  deal_id bigint NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  reporter_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason text NOT NULL,
  note text NOT NULL,
  created_at timestamptz NOT NULL,
  resolved_at timestamptz
);
CREATE UNIQUE INDEX deal_reports_open ON deal_reports (deal_id, reporter_id) WHERE resolved_at IS NULL;
CREATE INDEX deal_reports_waiting ON deal_reports (created_at) WHERE resolved_at IS NULL;
CREATE INDEX deal_reports_reporter ON deal_reports (reporter_id);

-- Inserted and read, never changed.
CREATE TABLE audit_entries (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  -- No foreign key, because the entry outlives the account.
  actor_id uuid,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  reason text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_entries_latest ON audit_entries (at DESC, id DESC);
CREATE INDEX audit_entries_subject ON audit_entries (subject_kind, subject_id);

-- Down Migration
DROP TABLE audit_entries, deal_reports, expired_by_members, expired_marks;
