-- Up Migration

-- The messages that wait for files.
CREATE INDEX messages_waiting ON messages (id)
  WHERE attachments @> '[{"uploadStatus": "pending"}]' AND deleted_at IS NULL;

-- Down Migration
DROP INDEX messages_waiting;
