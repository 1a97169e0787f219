-- Up Migration

-- The sequences of three characters of a text. Not by the extension pg_trgm, because a database of
-- others may lack it.
CREATE FUNCTION text_trigrams(given text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT substr(given, i, 3) FROM generate_series(1, length(given) - 2) AS i)
$$;

-- Users by a part of their name or email address. A search reads the pending list of a GIN index
-- whole, so there is none.
CREATE INDEX users_trigrams ON users USING gin (text_trigrams(lower(name || chr(10) || email)))
  WITH (fastupdate = off);

-- Down Migration
DROP INDEX users_trigrams;
DROP FUNCTION text_trigrams;
