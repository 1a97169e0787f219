-- Up Migration
-- Keys that every node of the product must share, each made once by the node that needs it first.
-- They are part of a backup: with a copy of this table anyone can make what the keys sign.
CREATE TABLE secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Down Migration
DROP TABLE secrets;
