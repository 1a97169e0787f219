-- Up Migration

-- The language of the browser in which a user registered or signed in last. A table beside users (0357).
CREATE TABLE browser_languages (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  language text NOT NULL CHECK (language IN ('en', 'bg'))
);

-- Down Migration
DROP TABLE browser_languages;
