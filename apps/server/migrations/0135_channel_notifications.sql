-- A channel notifies for mentions and replies, a direct conversation for every message. 'all' was the
-- default of both, so that a choice cannot be distinguished from it.
ALTER TABLE channel_members ALTER COLUMN notifications SET DEFAULT 'mentions';
UPDATE channel_members SET notifications = 'mentions' FROM channels
WHERE channels.id = channel_id AND kind <> 'direct' AND notifications = 'all';
