-- Up Migration

-- For the usual price of a square metre in a town.
CREATE INDEX deals_homes ON deals (location_id) WHERE category = 'imoti';

-- Down Migration
DROP INDEX deals_homes;
