import { sql, type Transaction } from 'kysely';
import { dealChannelId } from '@izgodno/contract/chat/deal-channel';
import type { NoticeContent } from '@izgodno/contract/notices/notice';
import { isBlocked } from '#features/blocks/api.ts';
import type { Schema } from '#schema/schema.ts';

export type CommentsContent = Extract<NoticeContent, { kind: 'deal_comment' | 'comment_reply' }>;

export const isOfComments = (content: NoticeContent): content is CommentsContent =>
  content.kind === 'deal_comment' || content.kind === 'comment_reply';

/** `isOfComments` in a statement; the index of such notices has the same condition. */
export const IS_OF_COMMENTS = sql<boolean>`kind IN ('deal_comment', 'comment_reply')`;

/** Whether a notice is of the comments on a deal. */
export const isOfCommentsOn = (dealId: string) =>
  sql<boolean>`${IS_OF_COMMENTS} AND content -> 'deal' ->> 'id' = ${dealId}`;

/** The thread or the deal whose comments a notice is of: one notice of a kind is unread for each. */
export const subjectOfComments = (content: CommentsContent): string =>
  content.kind === 'comment_reply' ? content.threadId : content.deal.id;

/** Whether the comment `m`, in the thread of `root` if it is a reply, is a reply to the user of `n`. */
const isReply = sql`(m.thread_id IS NOT NULL AND (
  (root.sender_id = n.user_id AND root.is_shown)
  OR (m.reply_to -> 'sender' ->> 'id' = n.user_id::text
      AND NOT coalesce((m.reply_to ->> 'isDeleted')::boolean, false))))`;

/** Of more comments only the newest are counted, so that an unread notice has a bound. */
const COUNTED = 200;

interface Recount {
  readonly dealId: string;
  /** A message that is being deleted. */
  readonly except?: string | undefined;
  /** Only notices of these users, up to a new comment. */
  readonly added?: { readonly userIds: readonly string[]; readonly seq: number };
}

/**
 * Counts the comments of notices again: those that are neither deleted nor of users that block, or are
 * blocked by, the user of the notice. Erases notices without any. Returns the users.
 */
export const recountComments = async (
  transaction: Transaction<Schema>,
  { dealId, except, added }: Recount,
): Promise<readonly string[]> => {
  const channelId = dealChannelId(dealId);
  const isAffected =
    added === undefined
      ? sql`true`
      : sql`user_id = ANY(${added.userIds}::uuid[]) AND (content ->> 'to')::bigint = ${added.seq}::bigint`;
  const { rows } = await sql<{ user_id: string }>`
    WITH held AS (
      SELECT id, user_id, kind, content FROM notices
       WHERE ${isOfCommentsOn(dealId)}
         AND ${isAffected}
       ORDER BY id FOR UPDATE
    ), counted AS (
      SELECT n.id, max(m.seq) AS "to", count(DISTINCT m.sender_id) - 1 AS others,
             (array_agg(jsonb_build_object('id', u.id, 'name', u.name) ORDER BY m.seq DESC))[1] AS latest
        FROM held n
        JOIN messages m ON m.channel_id = ${channelId}::uuid
         AND m.seq BETWEEN greatest((n.content ->> 'from')::bigint, (n.content ->> 'to')::bigint - ${COUNTED - 1}::bigint)
                       AND (n.content ->> 'to')::bigint
         AND m.deleted_at IS NULL AND m.id IS DISTINCT FROM ${except ?? null}::uuid AND m.sender_id <> n.user_id
        JOIN users u ON u.id = m.sender_id
        LEFT JOIN LATERAL (
          SELECT sender_id, deleted_at IS NULL AND id IS DISTINCT FROM ${except ?? null}::uuid AS is_shown
            FROM messages WHERE channel_id = m.channel_id AND id = m.thread_id
        ) AS root ON true
       WHERE NOT ${isBlocked(sql`n.user_id`, sql`m.sender_id`)}
         AND CASE n.kind
               WHEN 'deal_comment' THEN ${isReply} IS NOT TRUE AND (n.content -> 'isMention' IS NULL
                 OR m.mentions @> jsonb_build_array(jsonb_build_object('id', n.user_id)))
               ELSE m.thread_id::text = n.content ->> 'threadId' AND ${isReply} END
       GROUP BY n.id
    ), changed AS (
      UPDATE notices n
         SET content = n.content || jsonb_build_object('latest', latest, 'others', others, 'to', "to")
        FROM counted WHERE n.id = counted.id
      RETURNING n.user_id
    ), erased AS (
      DELETE FROM notices WHERE id IN (SELECT id FROM held EXCEPT SELECT id FROM counted)
      RETURNING user_id
    )
    SELECT user_id FROM changed UNION SELECT user_id FROM erased`.execute(transaction);
  return rows.map(({ user_id }) => user_id);
};
