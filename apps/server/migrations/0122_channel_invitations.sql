-- Up Migration
CREATE TABLE channel_invitations (
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Null once the inviter's account is deleted; a declined invitation stays in force without them.
  inviter_id uuid REFERENCES users (id) ON DELETE SET NULL,
  -- `left` records that a user left, so that they are not invited again at once.
  state text NOT NULL CHECK (state IN ('pending', 'declined', 'withdrawn', 'left')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (channel_id, user_id)
);
CREATE INDEX channel_invitations_user ON channel_invitations (user_id) WHERE state = 'pending';
CREATE INDEX channel_invitations_inviter ON channel_invitations (inviter_id) WHERE state = 'pending';
CREATE INDEX channel_invitations_expires ON channel_invitations (expires_at);

-- Down Migration
DROP TABLE channel_invitations;
