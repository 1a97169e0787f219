-- Up Migration

-- The sender's id of a message: a repetition has the same, and stores nothing new.
ALTER TABLE contact_messages ADD COLUMN client_id uuid UNIQUE;

-- Down Migration
ALTER TABLE contact_messages DROP COLUMN client_id;
