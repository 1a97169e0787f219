-- Up Migration

-- Users by the first letters of a word of their name. A search reads the pending list of a GIN index
-- whole, so there is none.
CREATE INDEX users_name_words ON users
  USING gin (array_to_tsvector(array_remove(string_to_array(lower(name), ' '), '')))
  WITH (fastupdate = off);

-- Down Migration
DROP INDEX users_name_words;
