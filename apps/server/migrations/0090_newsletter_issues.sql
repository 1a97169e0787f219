-- Up Migration
ALTER TABLE newsletter_subscriptions
  -- What the links of the weekly issue bear. It can end the subscription and nothing else, and every
  -- issue repeats it: hence not a digest. Made with the first issue.
  ADD COLUMN leave_token text,
  -- The Monday of the issue that was sent last.
  ADD COLUMN last_issue date;
CREATE INDEX newsletter_subscriptions_leave_token ON newsletter_subscriptions (leave_token);

-- Down Migration
ALTER TABLE newsletter_subscriptions DROP COLUMN leave_token, DROP COLUMN last_issue;
