-- Up Migration

-- The quotations of deleted messages still had their texts. Each emptied one takes the next version of
-- its channel, so that devices replace what they have stored.
WITH quoting AS (
  SELECT reply.channel_id, reply.seq,
         row_number() OVER (PARTITION BY reply.channel_id ORDER BY reply.seq) AS step,
         count(*) OVER (PARTITION BY reply.channel_id) AS total
    FROM messages AS reply
    JOIN messages AS quoted ON quoted.id = (reply.reply_to ->> 'id')::uuid
   WHERE quoted.deleted_at IS NOT NULL AND NOT reply.reply_to ? 'isDeleted'
), counted AS (
  UPDATE channels SET version = version + quoting.total
    FROM quoting WHERE quoting.channel_id = channels.id AND quoting.step = 1
  RETURNING channels.id, version - quoting.total AS version
)
UPDATE messages
   SET version = counted.version + quoting.step,
       reply_to = reply_to || '{"text": "", "isDeleted": true}'
  FROM quoting JOIN counted ON counted.id = quoting.channel_id
 WHERE messages.channel_id = quoting.channel_id AND messages.seq = quoting.seq;

-- Down Migration
-- The texts are not restored.
