-- Up Migration
-- The language of the browser in which the user registered or signed in last; null if it is unknown.
ALTER TABLE users ADD COLUMN browser_language text CHECK (browser_language IN ('en', 'bg'));

-- Down Migration
ALTER TABLE users DROP COLUMN browser_language;
