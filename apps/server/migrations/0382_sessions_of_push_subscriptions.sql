-- Up Migration

-- The session of the browser that subscribed last; null until the browser next opens the site.
ALTER TABLE push_subscriptions ADD COLUMN session_id uuid;

-- Down Migration
ALTER TABLE push_subscriptions DROP COLUMN session_id;
