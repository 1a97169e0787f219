-- Up Migration

-- The newest messages with files and those with links, among which words are looked for first.
CREATE INDEX messages_newest_files ON messages (id) WHERE attachments <> '[]';
CREATE INDEX messages_newest_links ON messages (id) WHERE text ~* 'https?://';

-- Down Migration
DROP INDEX messages_newest_links, messages_newest_files;
