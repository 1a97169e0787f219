-- Up Migration

-- {id, channelId, seq, sender, createdAt} of the message that this one shows in another channel.
ALTER TABLE messages ADD COLUMN forwarded jsonb;

-- Down Migration
ALTER TABLE messages DROP COLUMN forwarded;
