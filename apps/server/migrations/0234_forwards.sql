-- Up Migration

-- In a transaction of its own, because that of 0231 lets no one read messages. Earlier versions of 0231
-- built them.
CREATE INDEX IF NOT EXISTS messages_forwarded ON messages ((forwarded ->> 'id')) WHERE forwarded IS NOT NULL;
CREATE INDEX IF NOT EXISTS messages_forwarded_sender ON messages ((forwarded -> 'sender' ->> 'id')) WHERE forwarded IS NOT NULL;

-- Down Migration
DROP INDEX messages_forwarded_sender, messages_forwarded;
