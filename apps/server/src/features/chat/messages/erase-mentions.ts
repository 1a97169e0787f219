import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { STATEMENT_LIMIT_MS } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { firstUuidV7At, timeOfUuidV7 } from '#platform/uuid.ts';
import type { Schema } from '#schema/schema.ts';
import type { ChatContext } from '../chat-context.ts';

export const eraseMentionsJob = defineJob({
  name: 'chat.erase-mentions',
  payload: z.strictObject({ userId: z.uuid() }),
});
type Mentions = z.output<typeof eraseMentionsJob.payload>;

/** When messages that were being stored during a deletion are stored: their statements have ended. */
const IN_FLIGHT_MS = 2 * STATEMENT_LIMIT_MS;

/** Erases a deleted user's name from the mentions in messages of others, by a job within minutes. */
export const eraseMentionsLater = (
  { jobs, clock }: Pick<ChatContext, 'clock' | 'jobs'>,
  transaction: Transaction<Schema>,
  mentions: Mentions,
): Promise<void> => {
  const startAfter = new Date(clock.now() + IN_FLIGHT_MS);
  return jobs.enqueueWithin(transaction, eraseMentionsJob, mentions, { startAfter });
};

/**
 * By days since the account was made, because no index finds messages by whom they mention. The changes
 * take no version, because mentions of deleted accounts are not shown (`selectMessages`).
 */
export const eraseMentions = async (
  { database, clock }: Pick<ChatContext, 'clock' | 'database'>,
  { userId }: Mentions,
  signal: AbortSignal,
): Promise<void> => {
  const mention = JSON.stringify([{ id: userId }]);
  for (let from = timeOfUuidV7(userId); from <= clock.now(); from += DAY_MS) {
    signal.throwIfAborted();
    await sql`
      UPDATE messages SET mentions = (
        SELECT coalesce(jsonb_agg(stored ORDER BY place), '[]')
          FROM jsonb_array_elements(mentions) WITH ORDINALITY AS mention (stored, place)
         WHERE stored ->> 'id' <> ${userId})
       WHERE id >= ${firstUuidV7At(from)}::uuid AND id < ${firstUuidV7At(from + DAY_MS)}::uuid
         AND mentions <> '[]' AND mentions @> ${mention}::jsonb`.execute(database);
  }
};
