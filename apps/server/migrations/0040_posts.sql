-- Up Migration
INSERT INTO sources (id, name, source_group) VALUES ('users', 'Izgodno members', 'marketplace')
ON CONFLICT (id) DO NOTHING;

-- The data of members' posts. The deal itself is a row of deals like any other.
CREATE TABLE posts (
  deal_id bigint PRIMARY KEY REFERENCES deals (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX posts_expires_at ON posts (expires_at);

-- The status of a deal before a user deleted it, and in which capacity, so that it can be restored.
CREATE TABLE deal_deletions (
  deal_id bigint PRIMARY KEY REFERENCES deals (id) ON DELETE CASCADE,
  from_status text NOT NULL CHECK (from_status IN ('active', 'sold', 'expired')),
  deleted_by text NOT NULL CHECK (deleted_by IN ('owner', 'moderator'))
);

CREATE INDEX deals_seller ON deals (seller_id, posted_at DESC, id DESC) WHERE seller_id IS NOT NULL;
-- For posts only, because an index over the links of all feeds would slow every import.
CREATE INDEX deals_posted_link ON deals (md5(link)) WHERE seller_id IS NOT NULL AND link IS NOT NULL;

-- Down Migration
DROP INDEX deals_posted_link, deals_seller;
DROP TABLE deal_deletions, posts;
DELETE FROM sources WHERE id = 'users';
