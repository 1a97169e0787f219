-- Up Migration
CREATE TABLE channel_log (
  id uuid PRIMARY KEY,
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  -- The entry outlives the account of the moderator.
  actor_id uuid REFERENCES users (id) ON DELETE SET NULL,
  action text NOT NULL,
  -- The affected user; the entry is deleted with their account.
  subject_id uuid REFERENCES users (id) ON DELETE CASCADE,
  reason text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX channel_log_latest ON channel_log (channel_id, at DESC, id DESC);
CREATE INDEX channel_log_at ON channel_log (at);
CREATE INDEX channel_log_actor ON channel_log (actor_id);
CREATE INDEX channel_log_subject ON channel_log (subject_id);

-- Moves entries about channels into the channels' own logs. Entries whose users are deleted are
-- left out.
INSERT INTO channel_log (id, channel_id, at, actor_id, action, subject_id, reason, details)
SELECT e.id, c.id, e.at, actor.id, e.action, subject.id, e.reason,
       (e.details - 'userId' - 'senderId' - 'channelId')
         || CASE WHEN e.subject_kind = 'message' THEN jsonb_build_object('messageId', e.subject_id) ELSE '{}' END
  FROM audit_entries e
  JOIN channels c ON c.id::text = CASE WHEN e.subject_kind = 'channel' THEN e.subject_id ELSE e.details ->> 'channelId' END
  LEFT JOIN users actor ON actor.id = e.actor_id
  JOIN users subject ON subject.id::text = coalesce(e.details ->> 'userId', e.details ->> 'senderId')
 WHERE e.subject_kind = 'channel' OR (e.action = 'message.delete' AND e.reason <> 'report');

-- The product's audit trail keeps only entries about public channels, and the closing of reports.
DELETE FROM audit_entries e
 WHERE (e.subject_kind = 'channel' OR (e.action = 'message.delete' AND e.reason <> 'report'))
   AND NOT EXISTS (
     SELECT FROM channels c WHERE c.kind = 'public'
        AND c.id::text = CASE WHEN e.subject_kind = 'channel' THEN e.subject_id ELSE e.details ->> 'channelId' END);

-- Down Migration
DROP TABLE channel_log;
