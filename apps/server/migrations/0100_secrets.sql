-- Up Migration
-- Keys shared by all nodes, each created by the node that needs it first. They are part of a
-- backup: with a copy of this table anyone can forge what the keys sign.
CREATE TABLE secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Down Migration
DROP TABLE secrets;
