-- Up Migration

-- The last report of each node about its health. A node that stops removes its row.
CREATE TABLE nodes (
  -- The host and the port, so that a restarted node replaces its row.
  name text PRIMARY KEY,
  status text NOT NULL,
  parts jsonb NOT NULL,
  started_at timestamptz NOT NULL,
  reported_at timestamptz NOT NULL
);

-- Down Migration
DROP TABLE nodes;
