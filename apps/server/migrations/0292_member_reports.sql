-- Up Migration

-- Reports of members, and of ratings that they gave.
CREATE TABLE member_reports (
  id uuid PRIMARY KEY,
  -- The reported member, or the author of the rating.
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  rating_id uuid REFERENCES ratings (id) ON DELETE CASCADE,
  -- The rating if there is one, else the member.
  subject_id uuid NOT NULL CHECK (subject_id = coalesce(rating_id, user_id)),
  reporter_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason text NOT NULL,
  note text NOT NULL,
  created_at timestamptz NOT NULL,
  resolved_at timestamptz
);
CREATE UNIQUE INDEX member_reports_open ON member_reports (subject_id, reporter_id)
  WHERE resolved_at IS NULL;
CREATE INDEX member_reports_waiting ON member_reports (created_at) WHERE resolved_at IS NULL;
CREATE INDEX member_reports_reporter ON member_reports (reporter_id);
CREATE INDEX member_reports_user ON member_reports (user_id);
CREATE INDEX member_reports_rating ON member_reports (rating_id) WHERE rating_id IS NOT NULL;

-- Down Migration
DROP TABLE member_reports;
