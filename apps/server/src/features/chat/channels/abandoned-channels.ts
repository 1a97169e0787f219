import { sql } from 'kysely';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { ChatContext } from '../chat-context.ts';

/** How long the messages of a channel without members stay after the last one. */
const ABANDONED_LIFETIME_MS = 30 * DAY_MS;
/** Messages per transaction. */
const BATCH = 1_000;

/**
 * A private channel without members, which no one can enter again. Forwards live with their originals,
 * and moderators read reported messages, so these delay its end.
 */
const isAbandoned = (before: Date) => sql<boolean>`
  c.kind = 'private' AND c.created_at < ${before}
  AND NOT EXISTS (SELECT FROM channel_members m WHERE m.channel_id = c.id)
  AND NOT EXISTS (SELECT FROM messages m WHERE m.channel_id = c.id AND m.created_at >= ${before})
  AND NOT EXISTS (SELECT FROM message_reports r WHERE r.channel_id = c.id AND r.closed_at IS NULL)
  AND NOT EXISTS (
    SELECT FROM messages f
     WHERE f.forwarded IS NOT NULL AND f.deleted_at IS NULL AND f.channel_id <> c.id
       AND f.forwarded ->> 'channelId' = c.id::text)`;

/** Erases some messages with their files, or the channel after the last one. Returns whether it is left. */
const eraseSome = (
  { database, files }: Pick<ChatContext, 'database' | 'files'>,
  channelId: string,
  before: Date,
): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    const channel = await transaction
      .selectFrom('channels as c')
      .select('c.id')
      .where('c.id', '=', channelId)
      .where(isAbandoned(before))
      .forUpdate()
      .executeTakeFirst();
    if (channel === undefined) return false;
    const { rows } = await sql<{ id: string }>`
      DELETE FROM messages WHERE channel_id = ${channelId}::uuid AND seq IN (
        SELECT seq FROM messages WHERE channel_id = ${channelId}::uuid ORDER BY seq LIMIT ${BATCH})
      RETURNING id`.execute(transaction);
    const ids = rows.map(({ id }) => id);
    await files.releaseAll(transaction, 'message', ids);
    if (ids.length === BATCH) return true;
    await transaction.deleteFrom('channels').where('id', '=', channelId).execute();
    return false;
  });

/** Erases private channels that all members have left, with their messages and files. */
export const eraseAbandoned = async (
  chat: Pick<ChatContext, 'clock' | 'database' | 'files'>,
): Promise<void> => {
  const before = new Date(chat.clock.now() - ABANDONED_LIFETIME_MS);
  const abandoned = await chat.database
    .selectFrom('channels as c')
    .select('c.id')
    .where('c.member_count', '=', 0)
    .where(isAbandoned(before))
    .execute();
  for (const { id } of abandoned) while (await eraseSome(chat, id, before));
};
