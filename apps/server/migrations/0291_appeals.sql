-- Up Migration

-- Whose content the act concerns: they see it, and may appeal.
ALTER TABLE audit_entries ADD COLUMN owner_id uuid REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX audit_entries_owner ON audit_entries (owner_id, at DESC, id DESC)
  WHERE owner_id IS NOT NULL;

CREATE TABLE appeals (
  id uuid PRIMARY KEY,
  decision_id uuid NOT NULL UNIQUE REFERENCES audit_entries (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  text text NOT NULL,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  outcome text CHECK (outcome IN ('upheld', 'reversed')),
  -- The reason of the outcome.
  answer text,
  CHECK ((decided_at IS NULL) = (outcome IS NULL) AND (outcome IS NULL) = (answer IS NULL))
);
CREATE INDEX appeals_open ON appeals (created_at, id) WHERE decided_at IS NULL;
CREATE INDEX appeals_user ON appeals (user_id);

-- Down Migration
DROP TABLE appeals;
ALTER TABLE audit_entries DROP COLUMN owner_id;
