-- Up Migration

-- The deletion of an account erases these rows, or takes its id out of them.
CREATE INDEX ratings_rated ON ratings (rated_id);
CREATE INDEX channel_bans_user ON channel_bans (user_id);
CREATE INDEX message_reports_reporter ON message_reports (reporter_id);
CREATE INDEX channel_invitations_user_any ON channel_invitations (user_id);
CREATE INDEX channel_invitations_inviter_any ON channel_invitations (inviter_id);

-- Down Migration
DROP INDEX ratings_rated;
DROP INDEX channel_bans_user;
DROP INDEX message_reports_reporter;
DROP INDEX channel_invitations_user_any;
DROP INDEX channel_invitations_inviter_any;
