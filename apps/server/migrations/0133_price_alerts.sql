-- Up Migration
CREATE TABLE price_alerts (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  deal_id bigint NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  below_amount bigint NOT NULL,
  below_currency text NOT NULL,
  -- Cents, by which prices in all currencies are compared.
  below_eur bigint NOT NULL,
  with_delivery boolean NOT NULL,
  created_at timestamptz NOT NULL,
  -- When the user was notified, which ends the alert.
  reached_at timestamptz,
  PRIMARY KEY (user_id, deal_id)
);
CREATE INDEX price_alerts_open ON price_alerts (deal_id) WHERE reached_at IS NULL;

-- Down Migration
DROP TABLE price_alerts;
