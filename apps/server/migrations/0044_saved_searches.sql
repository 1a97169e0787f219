-- Up Migration
CREATE TABLE saved_searches (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  query text NOT NULL,
  paused boolean NOT NULL DEFAULT false,
  matches integer NOT NULL DEFAULT 0,
  last_match_at timestamptz,
  -- Deals that appeared before this time were matched.
  checked_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, query)
);
CREATE INDEX saved_searches_checked_at ON saved_searches (checked_at) WHERE NOT paused;

CREATE TABLE saved_search_matches (
  saved_search_id uuid NOT NULL REFERENCES saved_searches (id) ON DELETE CASCADE,
  deal_id bigint NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  matched_at timestamptz NOT NULL,
  PRIMARY KEY (saved_search_id, deal_id)
);
CREATE INDEX saved_search_matches_deal ON saved_search_matches (deal_id);
CREATE INDEX saved_search_matches_matched_at ON saved_search_matches (matched_at);

-- Down Migration
DROP TABLE saved_search_matches, saved_searches;
