-- Up Migration

-- The deletion of an account erases the stored responses that name it. A search reads the pending
-- list of a GIN index whole, so there is none.
CREATE FUNCTION uuids_in(given text) RETURNS uuid[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(
    SELECT DISTINCT found[1]::uuid
      FROM regexp_matches(given, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') AS found)
$$;
CREATE INDEX idempotency_keys_named ON idempotency_keys USING gin (uuids_in(response::text))
  WITH (fastupdate = off);

-- Each act on a user locks the administrators, in this order.
CREATE INDEX users_administrators ON users (id) WHERE role = 'admin';

-- Down Migration
DROP INDEX users_administrators;
DROP INDEX idempotency_keys_named;
DROP FUNCTION uuids_in;
