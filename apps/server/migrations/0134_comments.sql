-- Up Migration

-- A channel of kind `deal` has the comments on its deal; it has no members.
ALTER TABLE channels
  DROP CONSTRAINT channels_kind_check,
  ADD CONSTRAINT channels_kind_check CHECK (kind IN ('public', 'private', 'direct', 'deal'));
ALTER TABLE deals ADD COLUMN comments integer NOT NULL DEFAULT 0;

-- Down Migration
DELETE FROM channels WHERE kind = 'deal';
ALTER TABLE channels
  DROP CONSTRAINT channels_kind_check,
  ADD CONSTRAINT channels_kind_check CHECK (kind IN ('public', 'private', 'direct'));
ALTER TABLE deals DROP COLUMN comments;
