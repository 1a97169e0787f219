-- Up Migration
-- For deleting accounts, which would otherwise scan all reactions.
CREATE INDEX message_reactions_user ON message_reactions (user_id);

-- Down Migration
DROP INDEX message_reactions_user;
