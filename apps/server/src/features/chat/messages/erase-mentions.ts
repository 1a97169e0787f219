import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { IN_FLIGHT_MS } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Schema } from '#schema/schema.ts';
import type { ChatContext } from '../chat-context.ts';

export const eraseMentionsJob = defineJob({
  name: 'chat.erase-mentions',
  payload: z.strictObject({
    userId: z.uuid(),
    /** The last message that an earlier job has read. */
    after: z.optional(z.uuid()),
  }),
});
type Mentions = z.output<typeof eraseMentionsJob.payload>;

/** Messages that one job reads, which takes a part of the limit of a statement. */
const READ_AT_ONCE = 20_000;

/** Erases a deleted user's name from the mentions in messages of others, by jobs within minutes. */
export const eraseMentionsLater = (
  { jobs, clock }: Pick<ChatContext, 'clock' | 'jobs'>,
  transaction: Transaction<Schema>,
  mentions: Mentions,
): Promise<void> => {
  const startAfter = new Date(clock.now() + IN_FLIGHT_MS);
  return jobs.enqueueWithin(transaction, eraseMentionsJob, mentions, { startAfter });
};

/**
 * Reads messages since the account was made, whose ids are greater than its id, because no index finds
 * messages by whom they mention; another job reads the next ones. The changes take no version, because
 * mentions of deleted accounts are not shown (`selectMessages`).
 */
export const eraseMentions = async (
  { database, jobs }: Pick<ChatContext, 'database' | 'jobs'>,
  { userId, after = userId }: Mentions,
): Promise<void> => {
  const mention = JSON.stringify([{ id: userId }]);
  const { rows } = await sql<{ id: string }>`
    WITH read AS MATERIALIZED (
      SELECT id, mentions FROM messages WHERE id > ${after}::uuid ORDER BY id LIMIT ${sql.lit(READ_AT_ONCE)}
    ), erased AS (
      UPDATE messages m SET mentions = (
        SELECT coalesce(jsonb_agg(stored), '[]') FROM jsonb_array_elements(m.mentions) AS stored
         WHERE stored ->> 'id' <> ${userId})
        FROM read WHERE m.id = read.id AND read.mentions @> ${mention}::jsonb
    )
    SELECT id FROM read ORDER BY id OFFSET ${sql.lit(READ_AT_ONCE - 1)}`.execute(database);
  const [last] = rows;
  if (last !== undefined) await jobs.enqueue(eraseMentionsJob, { userId, after: last.id });
};
