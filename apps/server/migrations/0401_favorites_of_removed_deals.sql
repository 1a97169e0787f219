-- Up Migration

-- The favourites whose users know that the deal was removed; they go to its successor, however late
-- that comes.
CREATE INDEX favorites_removed ON favorites (deal_id) WHERE known_status = 'deleted';

-- Down Migration
DROP INDEX favorites_removed;
