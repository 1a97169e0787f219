-- Up Migration

-- The words of messages with files and of those with links: of a frequent word, the index of all
-- messages would lead to each message that has it.
CREATE INDEX messages_files_search ON messages USING gin (to_tsvector('simple', search_words))
  WHERE attachments <> '[]' AND search_words <> '';
CREATE INDEX messages_links_search ON messages USING gin (to_tsvector('simple', search_words))
  WHERE text ~* 'https?://' AND search_words <> '';

-- Down Migration
DROP INDEX messages_links_search, messages_files_search;
