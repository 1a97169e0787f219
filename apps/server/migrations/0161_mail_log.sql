-- Up Migration

-- What became of each mail, without its body and without the name before the @.
CREATE TABLE mail_log (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  recipient_domain text NOT NULL,
  state text NOT NULL CHECK (state IN ('sent', 'failed', 'undeliverable')),
  attempts int NOT NULL DEFAULT 1,
  -- Of the last attempt that failed, without secrets and addresses.
  error text,
  message_id text NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- A hash of kind, recipient and subject while the mail is to be sent again.
  retry_key bytea
);
CREATE INDEX mail_log_age ON mail_log (first_at DESC, id DESC);
CREATE INDEX mail_log_state ON mail_log (state, first_at DESC, id DESC);
CREATE INDEX mail_log_retried ON mail_log (retry_key) WHERE retry_key IS NOT NULL;

-- Down Migration
DROP TABLE mail_log;
