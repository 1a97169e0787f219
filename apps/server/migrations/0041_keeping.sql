-- Up Migration
-- Random salts for digests of IPs. One for each day, deleted after it, and a permanent one.
CREATE TABLE salts (
  name text PRIMARY KEY,
  value bytea NOT NULL,
  -- Null: never.
  forget_after timestamptz
);

CREATE TABLE favorites (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  deal_id bigint NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  -- Digest of its network, as below.
  network bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- The deal as this user last saw it; a difference is worth a notice.
  known_amount bigint NOT NULL,
  known_currency text NOT NULL,
  known_price_eur bigint NOT NULL,
  known_in_stock boolean NOT NULL,
  known_status text NOT NULL,
  PRIMARY KEY (user_id, deal_id)
);
CREATE INDEX favorites_deal ON favorites (deal_id);
CREATE INDEX favorites_created_at ON favorites (created_at);

CREATE TABLE deal_likes (
  deal_id bigint NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  network bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (deal_id, user_id)
);
CREATE INDEX deal_likes_user ON deal_likes (user_id);
CREATE INDEX deal_likes_created_at ON deal_likes (created_at);

-- The viewers of a deal on a day. A viewer is a digest of the account, or of network and browser.
CREATE TABLE deal_views (
  day date NOT NULL,
  deal_id bigint NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  viewer bytea NOT NULL,
  network bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (day, deal_id, viewer)
);
CREATE INDEX deal_views_deal ON deal_views (deal_id);

CREATE TABLE deal_daily_counts (
  deal_id bigint NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  day date NOT NULL,
  views integer NOT NULL DEFAULT 0,
  likes integer NOT NULL DEFAULT 0,
  favorites integer NOT NULL DEFAULT 0,
  -- False until lists of deals were notified of the new counts.
  announced boolean NOT NULL DEFAULT false,
  PRIMARY KEY (deal_id, day)
);
CREATE INDEX deal_daily_counts_unannounced ON deal_daily_counts (deal_id) WHERE NOT announced;

-- Down Migration
DROP TABLE deal_daily_counts, deal_views, deal_likes, favorites, salts;
