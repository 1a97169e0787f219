-- Up Migration
CREATE TABLE contact_messages (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  text text NOT NULL,
  -- Distinguishes networks for one day.
  network bytea NOT NULL,
  created_at timestamptz NOT NULL,
  mailed_at timestamptz
);
CREATE INDEX contact_messages_network ON contact_messages (network, created_at);

CREATE TABLE newsletter_subscriptions (
  email text PRIMARY KEY,
  language text NOT NULL CHECK (language IN ('en', 'bg')),
  token_hash bytea NOT NULL,
  network bytea NOT NULL,
  asked_at timestamptz NOT NULL,
  confirmed_at timestamptz
);
CREATE INDEX newsletter_subscriptions_token ON newsletter_subscriptions (token_hash);
CREATE INDEX newsletter_subscriptions_network ON newsletter_subscriptions (network, asked_at);

CREATE TABLE country_visits (
  day date NOT NULL,
  country text NOT NULL,
  visits integer NOT NULL,
  PRIMARY KEY (day, country)
);

-- Down Migration
DROP TABLE country_visits, newsletter_subscriptions, contact_messages;
