-- Up Migration
CREATE TABLE notices (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL,
  -- noticeContentSchema of the contract.
  content jsonb NOT NULL,
  -- Identifies the event: a user is notified of it once, however often it is found.
  occasion text NOT NULL,
  -- False if the user wants this kind by mail or push only.
  in_app boolean NOT NULL,
  mail_due boolean NOT NULL,
  push_due boolean NOT NULL,
  read_at timestamptz,
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, occasion)
);
CREATE INDEX notices_user ON notices (user_id, created_at DESC, id DESC);
CREATE INDEX notices_unread ON notices (user_id) WHERE read_at IS NULL AND in_app;
CREATE INDEX notices_due ON notices (created_at) WHERE mail_due OR push_due;
CREATE INDEX notices_created_at ON notices (created_at);

CREATE TABLE notice_preferences (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL,
  in_app boolean NOT NULL,
  mail boolean NOT NULL,
  push boolean NOT NULL,
  PRIMARY KEY (user_id, kind)
);

-- The tokens of links at the foot of mails, which replace a sign-in.
CREATE TABLE unsubscribe_tokens (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  token text NOT NULL UNIQUE
);

CREATE TABLE push_subscriptions (
  endpoint text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);

-- How far each reader of changed deals has come.
CREATE TABLE change_readers (
  name text PRIMARY KEY,
  -- Every change up to here was read, and read again after all transactions of its time had ended.
  settled bigint NOT NULL,
  -- The last change that was read when the present look back began, and that time.
  marked bigint NOT NULL,
  marked_at timestamptz NOT NULL
);

-- Down Migration
DROP TABLE change_readers, push_subscriptions, unsubscribe_tokens, notice_preferences, notices;
