-- Up Migration

-- How often a query was searched for on a day, and with what success.
CREATE TABLE search_counts (
  day date NOT NULL,
  -- A digest of the query with the salt of its day. Empty: all queries of a past day without words.
  key bytea NOT NULL,
  -- Null until enough different visitors have searched for it on this day.
  query text,
  searches integer NOT NULL,
  without_deals integer NOT NULL,
  near integer NOT NULL,
  corrected integer NOT NULL,
  opened integer NOT NULL,
  rank_sum bigint NOT NULL,
  PRIMARY KEY (day, key)
);

-- The visitors of a query whose words are not stored yet, as digests of visitor and query, so that
-- two queries of one visitor have nothing in common. Erased with the words' arrival, else at night.
CREATE TABLE search_visitors (
  day date NOT NULL,
  key bytea NOT NULL,
  visitor bytea NOT NULL,
  PRIMARY KEY (day, key, visitor)
);

-- What was searched for after a query of which no deal was opened.
CREATE TABLE search_refinements (
  day date NOT NULL,
  key bytea NOT NULL,
  refined_key bytea NOT NULL,
  searches integer NOT NULL,
  PRIMARY KEY (day, key, refined_key)
);

-- Down Migration
DROP TABLE search_refinements, search_visitors, search_counts;
