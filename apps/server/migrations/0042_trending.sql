-- Up Migration
-- The result of the last computation, replaced as a whole.
CREATE TABLE trending_deals (
  deal_id bigint PRIMARY KEY REFERENCES deals (id) ON DELETE CASCADE,
  score double precision NOT NULL
);

-- Down Migration
DROP TABLE trending_deals;
