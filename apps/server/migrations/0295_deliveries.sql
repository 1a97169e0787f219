-- Up Migration

-- The messages that the devices of members have received, by seq. A device is a session.
CREATE TABLE message_deliveries (
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  channel_id uuid NOT NULL,
  user_id uuid NOT NULL,
  received int8multirange NOT NULL,
  PRIMARY KEY (channel_id, session_id),
  FOREIGN KEY (channel_id, user_id) REFERENCES channel_members (channel_id, user_id) ON DELETE CASCADE
);
CREATE INDEX message_deliveries_session ON message_deliveries (session_id);

-- Down Migration
DROP TABLE message_deliveries;
