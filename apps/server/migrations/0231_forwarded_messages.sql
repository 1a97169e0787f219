-- Up Migration

-- {id, channelId, seq, sender, createdAt} of the message that this one shows in another channel.
ALTER TABLE messages ADD COLUMN forwarded jsonb;
CREATE INDEX messages_forwarded ON messages ((forwarded ->> 'id')) WHERE forwarded IS NOT NULL;
CREATE INDEX messages_forwarded_sender ON messages ((forwarded -> 'sender' ->> 'id')) WHERE forwarded IS NOT NULL;

-- Down Migration
ALTER TABLE messages DROP COLUMN forwarded;
