-- Up Migration

-- Nothing. This added a column to channel_members, which 0357 replaces by a table. The name stays,
-- because backups list the migrations of their database.

-- Down Migration
