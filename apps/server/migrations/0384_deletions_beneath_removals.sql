-- Up Migration

-- Who else keeps a deal deleted that a moderator removed: undoing the removal returns to that. Null
-- if no one does, and for removals that an earlier version stored.
ALTER TABLE deal_deletions ADD COLUMN also_by text CHECK (also_by IN ('owner', 'suspension'));

-- Down Migration
ALTER TABLE deal_deletions DROP COLUMN also_by;
