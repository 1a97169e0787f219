-- Up Migration
ALTER TABLE newsletter_subscriptions
  -- The token of the weekly issue's links. It can only end the subscription, and every issue
  -- repeats it, so it is not stored as a digest. Created with the first issue.
  ADD COLUMN leave_token text,
  -- The Monday of the last issue sent.
  ADD COLUMN last_issue date;
CREATE INDEX newsletter_subscriptions_leave_token ON newsletter_subscriptions (leave_token);

-- Down Migration
ALTER TABLE newsletter_subscriptions DROP COLUMN leave_token, DROP COLUMN last_issue;
