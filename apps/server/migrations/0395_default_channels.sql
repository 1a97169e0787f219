-- Up Migration

-- The few channels of all users, which each connection looks for among those of commented deals.
CREATE INDEX channels_default ON channels (id) WHERE is_default;

-- Down Migration
DROP INDEX channels_default;
