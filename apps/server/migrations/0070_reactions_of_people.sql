-- Up Migration
-- For accounts that are deleted: without it each reads all reactions there are.
CREATE INDEX message_reactions_user ON message_reactions (user_id);

-- Down Migration
DROP INDEX message_reactions_user;
