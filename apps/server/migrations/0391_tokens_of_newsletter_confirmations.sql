-- Up Migration
ALTER TABLE newsletter_subscriptions
  -- The token of the confirmation's links, whose digest is token_hash; null before the first attempt to
  -- mail it, and once it is confirmed. Stored, because every attempt must have the same.
  ADD COLUMN confirm_token text;

-- Down Migration
ALTER TABLE newsletter_subscriptions DROP COLUMN confirm_token;
