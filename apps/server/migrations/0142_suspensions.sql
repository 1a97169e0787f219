-- Up Migration

-- A suspended user cannot sign in until the suspension ends, or, if it has no end, is lifted.
CREATE TABLE suspensions (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  reason text NOT NULL,
  began_at timestamptz NOT NULL,
  ends_at timestamptz
);
CREATE INDEX suspensions_ends ON suspensions (ends_at) WHERE ends_at IS NOT NULL;

-- `suspension`: hidden until the suspension of the seller ends.
ALTER TABLE deal_deletions
  DROP CONSTRAINT deal_deletions_deleted_by_check,
  ADD CONSTRAINT deal_deletions_deleted_by_check
    CHECK (deleted_by IN ('owner', 'moderator', 'suspension'));

-- Down Migration
UPDATE deal_deletions SET deleted_by = 'moderator' WHERE deleted_by = 'suspension';
ALTER TABLE deal_deletions
  DROP CONSTRAINT deal_deletions_deleted_by_check,
  ADD CONSTRAINT deal_deletions_deleted_by_check CHECK (deleted_by IN ('owner', 'moderator'));
DROP TABLE suspensions;
