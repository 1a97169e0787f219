-- Up Migration

-- A browser whose session has ended gets no pushes. The locks keep the previous version from ending
-- another session meanwhile.
LOCK TABLE sessions, push_subscriptions IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM push_subscriptions
 WHERE session_id IS NOT NULL
   AND NOT EXISTS (SELECT FROM sessions WHERE id = session_id);
ALTER TABLE push_subscriptions
  ADD CONSTRAINT push_subscriptions_session_id_fkey
  FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE;
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);

-- Down Migration
DROP INDEX push_subscriptions_session;
ALTER TABLE push_subscriptions DROP CONSTRAINT push_subscriptions_session_id_fkey;
