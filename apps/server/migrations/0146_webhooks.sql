-- Up Migration

CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  url text NOT NULL,
  events text[] NOT NULL,
  -- The key of the signatures, which each delivery needs.
  secret bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('enabled', 'off', 'failing', 'ended', 'suspended')),
  failing_since timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX webhooks_user ON webhooks (user_id);

-- What was sent or is to be sent; written in the transaction of its event.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event text NOT NULL,
  body text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  status int,
  error text,
  created_at timestamptz NOT NULL,
  attempted_at timestamptz
);
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (created_at) WHERE state = 'pending';

-- The deals of owners of webhooks as they were last recorded.
CREATE TABLE webhook_deals (
  deal_id bigint PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  price_amount bigint NOT NULL,
  price_currency text NOT NULL,
  status text NOT NULL,
  -- Of all that readers see; a change without another digest is not recorded.
  digest text NOT NULL
);
CREATE INDEX webhook_deals_user ON webhook_deals (user_id);

-- The last message of a channel that was recorded for a webhook.
CREATE TABLE webhook_channels (
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  channel_id uuid NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (webhook_id, channel_id)
);

-- Down Migration
DROP TABLE webhook_channels;
DROP TABLE webhook_deals;
DROP TABLE webhook_deliveries;
DROP TABLE webhooks;
