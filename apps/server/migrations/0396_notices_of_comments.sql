-- Up Migration

-- The choices of kinds that nodes of 0.1.0 do not know: they read the other table as a whole.
CREATE TABLE later_notice_preferences (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL,
  in_app boolean NOT NULL,
  mail boolean NOT NULL,
  push boolean NOT NULL,
  PRIMARY KEY (user_id, kind)
);

-- The notices about the comments on a deal.
CREATE INDEX notices_comments ON notices ((content -> 'deal' ->> 'id'), user_id)
  WHERE kind IN ('deal_comment', 'comment_reply');

-- Down Migration
DROP INDEX notices_comments;
DROP TABLE later_notice_preferences;
