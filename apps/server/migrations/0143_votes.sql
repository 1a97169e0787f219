-- Up Migration

-- The latest vote of each user. `network` distinguishes networks within one deal.
CREATE TABLE deal_votes (
  deal_id bigint NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  value smallint NOT NULL CHECK (value IN (-1, 1)),
  network bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (deal_id, user_id)
);
CREATE INDEX deal_votes_user ON deal_votes (user_id);
CREATE INDEX deal_votes_created_at ON deal_votes (created_at);

-- Degrees, computed from the votes of all offers of the product.
ALTER TABLE deals ADD COLUMN temperature integer NOT NULL DEFAULT 0;
CREATE INDEX deals_temperature ON deals (temperature) WHERE temperature <> 0;
CREATE INDEX deals_discussed ON deals (comments DESC, id DESC)
  WHERE comments > 0 AND status = 'active' AND deleted_at IS NULL AND represented_by IS NULL;

-- Down Migration
DROP INDEX deals_discussed;
ALTER TABLE deals DROP COLUMN temperature;
DROP TABLE deal_votes;
