import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#schema/schema.ts';

/** What must be equal to rows elsewhere, or agree with them; each statement finds the rows that do not. */
const contradictions: Readonly<Record<string, RawBuilder<unknown>>> = {
  'likes of deals': sql`
    SELECT id, likes FROM deals d
     WHERE likes <> (SELECT count(*) FROM deal_likes l WHERE l.deal_id = d.id)`,
  'comments of deals': sql`
    SELECT id, comments FROM deals d
     WHERE comments <> (
       SELECT count(*) FROM messages m JOIN channels c ON c.id = m.channel_id
        WHERE c.kind = 'deal' AND c.deal_id = d.id AND m.deleted_at IS NULL)`,
  'views of deals': sql`
    SELECT id, views FROM deals d
     WHERE views <> (SELECT count(*) FROM deal_views v WHERE v.deal_id = d.id)`,
  'counts of days': sql`
    SELECT c.* FROM deal_daily_counts c
     WHERE views <> (
             SELECT count(*) FROM deal_views v WHERE v.deal_id = c.deal_id AND v.day = c.day)
        OR likes <> (
             SELECT count(*) FROM deal_likes l
              WHERE l.deal_id = c.deal_id AND (l.created_at AT TIME ZONE 'UTC')::date = c.day)
        OR favorites <> (
             SELECT count(*) FROM favorites f
              WHERE f.deal_id = c.deal_id AND (f.created_at AT TIME ZONE 'UTC')::date = c.day)`,
  'members of channels': sql`
    SELECT id, member_count FROM channels c
     WHERE member_count <> (SELECT count(*) FROM channel_members m WHERE m.channel_id = c.id)`,
  'numbers of messages': sql`
    SELECT c.id, last_seq, version FROM channels c
      LEFT JOIN (
        SELECT channel_id, count(*) AS count, max(seq) AS last, max(version) AS newest,
               count(DISTINCT version) AS versions
          FROM messages GROUP BY channel_id) m ON m.channel_id = c.id
     WHERE last_seq <> coalesce(count, 0) OR last_seq <> coalesce(last, 0)
        OR version < newest OR versions <> count`,
  'read positions': sql`
    SELECT m.* FROM channel_members m JOIN channels c ON c.id = m.channel_id
     WHERE greatest(read_seq, seen_seq) > last_seq OR read_seq < 0`,
  'replies of messages': sql`
    SELECT id, reply_count FROM messages m
     WHERE reply_count <> (
       SELECT count(*) FROM messages r
        WHERE r.channel_id = m.channel_id AND r.thread_id = m.id AND r.deleted_at IS NULL)`,
  'reactions of messages': sql`
    SELECT id, reactions FROM messages m
     WHERE (SELECT count(*) FROM message_reactions r WHERE r.message_id = m.id) <> (
       SELECT coalesce(sum(jsonb_array_length(e -> 'userIds')), 0)
         FROM jsonb_array_elements(m.reactions) e)`,
  'deleted messages': sql`
    SELECT id FROM messages m
     WHERE deleted_at IS NOT NULL
       AND (text <> '' OR pinned_at IS NOT NULL OR attachments <> '[]'
         OR EXISTS (SELECT FROM message_reactions r WHERE r.message_id = m.id))`,
  'quotations of deleted messages': sql`
    SELECT m.id FROM messages m JOIN messages q ON q.id = (m.reply_to ->> 'id')::uuid
     WHERE q.deleted_at IS NOT NULL AND m.reply_to ->> 'text' <> ''`,
  'banned members': sql`
    SELECT FROM channel_bans JOIN channel_members USING (channel_id, user_id)`,
  'invited members': sql`
    SELECT FROM channel_invitations JOIN channel_members USING (channel_id, user_id)
     WHERE state = 'pending'`,
  'drafts and stars without a member': sql`
    SELECT FROM (
      SELECT channel_id, user_id FROM message_drafts
       UNION ALL SELECT channel_id, user_id FROM starred_channels) AS own
     WHERE NOT EXISTS (
       SELECT FROM channel_members m
        WHERE m.channel_id = own.channel_id AND m.user_id = own.user_id)`,
  'deleted deals': sql`
    SELECT d.id, status FROM deals d LEFT JOIN deal_deletions x ON x.deal_id = d.id
     WHERE (status = 'deleted') <> (deleted_at IS NOT NULL)
        OR (x.deal_id IS NOT NULL AND status <> 'deleted')`,
  'expiries of deals that are offered or sold': sql`
    SELECT deal_id, status FROM (
      SELECT deal_id FROM expired_by_members UNION ALL SELECT deal_id FROM expired_by_decisions) AS e
      JOIN deals d ON d.id = e.deal_id
     WHERE status IN ('active', 'sold')`,
  'ratings that wait for one that is there': sql`
    SELECT deal_id FROM ratings GROUP BY deal_id HAVING count(*) = 2 AND count(shown_at) < 2`,
  'sessions and keys of suspended users': sql`
    SELECT user_id FROM (
      SELECT user_id FROM sessions UNION ALL SELECT user_id FROM api_keys) AS access
      JOIN suspensions USING (user_id)`,
  'valid refresh tokens': sql`
    SELECT session_id FROM session_tokens WHERE kind = 'refresh' AND replaced_at IS NULL
     GROUP BY session_id HAVING count(*) > 1`,
  'recovery codes': sql`
    SELECT user_id FROM recovery_codes r
     GROUP BY user_id
    HAVING count(*) > 10
        OR NOT EXISTS (SELECT FROM passkeys p WHERE p.user_id = r.user_id)
       AND NOT EXISTS (
         SELECT FROM totp_secrets t WHERE t.user_id = r.user_id AND confirmed_at IS NOT NULL)`,
  'files that expire although something holds them': sql`
    SELECT id, subject_kind FROM files WHERE subject_kind IS NOT NULL AND expires_at IS NOT NULL`,
  'avatars that no profile shows': sql`
    SELECT id FROM files f
     WHERE subject_kind = 'avatar'
       AND NOT EXISTS (SELECT FROM profiles p WHERE p.avatar_file_id = f.id)`,
};

/** What in a database contradicts something else there, one text for each kind. */
export const findContradictions = async (database: Database): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const [kind, statement] of Object.entries(contradictions)) {
    const { rows } = await statement.execute(database);
    if (rows.length > 0) found.push(`${kind}: ${JSON.stringify(rows)}`);
  }
  return found;
};
