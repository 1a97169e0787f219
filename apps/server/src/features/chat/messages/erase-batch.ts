import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { REACTORS_NAMED } from '@izgodno/contract/chat/limits';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { plannedEachTime } from '#platform/database/prepared-statements.ts';
import type { Schema } from '#schema/schema.ts';

/** What is erased of a user in a channel that the transaction has locked. */
export interface Erasure {
  readonly channelId: string;
  readonly userId: string;
  readonly now: Date;
  /** Only messages sent by then; null for all. */
  readonly until: Date | null;
  /** The client's id of the last message read before; null at first. */
  readonly after: string | null;
  /** The largest number of messages to read. */
  readonly limit: number;
}

const erasedSchema = z.tuple([
  z.object({
    /** The client's ids of the messages read, in order. */
    read: z.array(z.string()),
    /** The number of messages that were not deleted. */
    shown: z.int(),
    withFiles: z.array(z.string()),
  }),
]);
type Erased = z.infer<typeof erasedSchema>[0];

/** The reactions to a message `m` but those of a user, as the message stores them. */
const reactionsOfOthers = (userId: string) => sql`coalesce((
  SELECT jsonb_agg(jsonb_build_object('emoji', emoji, 'count', count, 'userIds', "userIds") ORDER BY first, emoji)
    FROM (
      SELECT emoji, count(*) AS count, min(created_at) AS first,
             to_jsonb((array_agg(user_id ORDER BY created_at, user_id))[1:${sql.lit(REACTORS_NAMED)}]) AS "userIds"
        FROM message_reactions r
       WHERE r.channel_id = m.channel_id AND r.message_id = m.id AND r.user_id <> ${userId}::uuid
       GROUP BY emoji
    ) AS counted), '[]')`;

/**
 * Messages `own` that show the words of a user, sent by them or forwarded from them, in the order of the
 * index on senders. Emptied ones are among them, because replies may quote them still.
 */
const selectOwn = ({ channelId, userId, until, after, limit }: Erasure) => sql`
  SELECT id, seq, client_id, thread_id, deleted_at IS NULL AS is_shown, sender_id, attachments <> '[]' AS has_files,
         deleted_at IS NULL OR text <> '' OR attachments <> '[]' OR mentions <> '[]' OR links <> '[]'
           OR reactions <> '[]' OR forwarded IS NOT NULL AS is_filled
    FROM (
      (SELECT * FROM messages
        WHERE channel_id = ${channelId}::uuid AND sender_id = ${userId}::uuid
          AND (${until}::timestamptz IS NULL OR created_at <= ${until})
          AND (${after}::uuid IS NULL OR client_id > ${after}::uuid)
        ORDER BY client_id LIMIT ${limit})
      UNION ALL
      SELECT * FROM messages
       WHERE channel_id = ${channelId}::uuid AND sender_id <> ${userId}::uuid
         AND forwarded IS NOT NULL AND forwarded -> 'sender' ->> 'id' = ${userId}
    ) AS both_kinds`;

/** The messages that change, with what changes, by `own` messages and `liked` ones. */
const selectTouched = ({ channelId, userId }: Erasure) => sql`
  SELECT seq, row_number() OVER (ORDER BY seq) AS step, bool_or(is_own) AS is_own,
         bool_or(is_quoting) AS is_quoting, bool_or(is_liked) AS is_liked, sum(replies) AS replies
    FROM (
      SELECT seq, true AS is_own, false AS is_quoting, false AS is_liked, 0 AS replies FROM own WHERE is_filled
      UNION ALL
      SELECT quoting.seq, false, true, false, 0
        FROM own JOIN messages quoting ON quoting.thread_id = coalesce(own.thread_id, own.id)
       WHERE quoting.channel_id = ${channelId}::uuid AND quoting.reply_to ->> 'id' = own.id::text
         AND quoting.reply_to -> 'sender' ->> 'id' = ${userId}
         AND (quoting.reply_to ->> 'text' <> '' OR quoting.reply_to -> 'sender' ->> 'name' <> '')
      UNION ALL
      SELECT root.seq, false, false, false, 1 FROM own JOIN messages root ON root.id = own.thread_id
       WHERE root.channel_id = ${channelId}::uuid AND own.is_shown
      UNION ALL
      SELECT m.seq, false, false, true, 0 FROM liked JOIN messages m ON m.id = liked.message_id
       WHERE m.channel_id = ${channelId}::uuid
    ) AS every GROUP BY seq`;

/**
 * Empties a user's next messages in a channel with what quotes and counts them, and removes the user's
 * reactions. Each message is written once, and those that do not change are not, because a new version of
 * a message is an entry in each of its indexes.
 */
export const eraseBatch = async (
  transaction: Transaction<Schema>,
  erasure: Erasure,
): Promise<Erased> => {
  const { channelId, userId, now } = erasure;
  const { rows } = await sql`
    WITH ${plannedEachTime} own AS MATERIALIZED (${selectOwn(erasure)}),
    liked AS MATERIALIZED (
      SELECT DISTINCT message_id FROM message_reactions
       WHERE user_id = ${userId}::uuid AND channel_id = ${channelId}::uuid
    ), touched AS (${selectTouched(erasure)}), counted AS (
      UPDATE channels SET version = version + (SELECT count(*) FROM touched)
       WHERE id = ${channelId}::uuid
      RETURNING version - (SELECT count(*) FROM touched) AS version
    ), unliked AS (
      DELETE FROM message_reactions
       WHERE user_id = ${userId}::uuid AND channel_id = ${channelId}::uuid
    ), emptied AS (
      DELETE FROM message_reactions r USING own
       WHERE r.channel_id = ${channelId}::uuid AND r.message_id = own.id AND r.user_id <> ${userId}::uuid
    ), written AS (
      UPDATE messages m SET version = counted.version + step,
             text = CASE WHEN is_own THEN '' ELSE text END,
             search_words = CASE WHEN is_own THEN '' ELSE search_words END,
             attachments = CASE WHEN is_own THEN '[]' ELSE attachments END,
             links = CASE WHEN is_own THEN '[]' ELSE links END,
             mentions = CASE WHEN is_own THEN '[]' ELSE mentions END,
             mentions_all = mentions_all AND NOT is_own,
             forwarded = CASE WHEN is_own THEN NULL ELSE forwarded END,
             pinned_at = CASE WHEN is_own THEN NULL ELSE pinned_at END,
             deleted_at = CASE WHEN is_own THEN coalesce(deleted_at, ${now}) ELSE deleted_at END,
             reply_count = greatest(reply_count - replies::integer, 0),
             reply_to = CASE WHEN is_quoting THEN reply_to || jsonb_build_object(
               'text', '', 'isDeleted', true,
               'sender', jsonb_build_object('id', ${userId}::text, 'name', '')) ELSE reply_to END,
             reactions = CASE WHEN is_own THEN '[]' WHEN is_liked THEN ${reactionsOfOthers(userId)}
                         ELSE reactions END
        FROM touched, counted
       WHERE m.channel_id = ${channelId}::uuid AND m.seq = touched.seq
    )
    SELECT coalesce(array_agg(client_id::text ORDER BY client_id) FILTER (WHERE sender_id = ${userId}::uuid), '{}') AS read,
           (count(*) FILTER (WHERE is_shown))::integer AS shown,
           coalesce(array_agg(id::text) FILTER (WHERE has_files AND sender_id = ${userId}::uuid), '{}') AS "withFiles"
      FROM own`.execute(transaction);
  return expectShape(erasedSchema, rows)[0];
};
