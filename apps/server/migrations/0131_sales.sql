-- Up Migration

-- A sale of a member's deal to another member.
CREATE TABLE sales (
  deal_id bigint PRIMARY KEY REFERENCES deals (id) ON DELETE CASCADE,
  seller_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  buyer_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  sold_at timestamptz NOT NULL,
  CHECK (seller_id <> buyer_id)
);
CREATE INDEX sales_seller ON sales (seller_id);
CREATE INDEX sales_buyer ON sales (buyer_id);

CREATE TABLE ratings (
  id uuid PRIMARY KEY,
  deal_id bigint NOT NULL REFERENCES sales (deal_id) ON DELETE CASCADE,
  rater_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  rated_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  stars smallint NOT NULL CHECK (stars BETWEEN 1 AND 5),
  text text NOT NULL,
  reply text,
  created_at timestamptz NOT NULL,
  -- Null until both sides have rated or the time to do so is over.
  shown_at timestamptz,
  -- When a moderator removed it. The row stays, so that its author cannot rate again.
  removed_at timestamptz,
  UNIQUE (deal_id, rater_id)
);
CREATE INDEX ratings_shown ON ratings (rated_id, shown_at DESC, id DESC)
  WHERE shown_at IS NOT NULL AND removed_at IS NULL;
CREATE INDEX ratings_hidden ON ratings (created_at) WHERE shown_at IS NULL;
CREATE INDEX ratings_rater ON ratings (rater_id);

-- Down Migration
DROP TABLE ratings;
DROP TABLE sales;
