-- Up Migration

-- The members of a large channel, and users by the first letters of a frequent name, in their order.
CREATE INDEX users_name ON users (name, id);

-- Down Migration
DROP INDEX users_name;
