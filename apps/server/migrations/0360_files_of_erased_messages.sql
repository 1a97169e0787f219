-- Up Migration

-- Suspensions that removed content left the files of the emptied messages attached, which the sweep
-- does not remove.
UPDATE files SET subject_kind = NULL, subject_id = NULL, expires_at = now() + interval '1 hour'
  FROM messages
 WHERE files.subject_kind = 'message' AND files.subject_id = messages.id::text
   AND messages.deleted_at IS NOT NULL;

-- Down Migration
-- The files stay released.
