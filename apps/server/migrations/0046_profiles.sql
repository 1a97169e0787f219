-- Up Migration
-- Without a row every choice is the default.
CREATE TABLE profiles (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  about text NOT NULL DEFAULT '',
  avatar_file_id uuid,
  location_id text REFERENCES locations (id),
  language text CHECK (language IN ('en', 'bg')),
  theme text CHECK (theme IN ('light', 'dark')),
  show_lev boolean NOT NULL DEFAULT true,
  show_location boolean NOT NULL DEFAULT true,
  show_sold_count boolean NOT NULL DEFAULT true
);

-- Down Migration
DROP TABLE profiles;
