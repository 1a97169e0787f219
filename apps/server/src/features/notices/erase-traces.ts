import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { NOTICE_LIFETIME_DAYS } from '@izgodno/contract/notices/calls';
import type { NoticeContent } from '@izgodno/contract/notices/notice';
import { IN_FLIGHT_MS } from '#platform/database/database.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Schema } from '#schema/schema.ts';
import { lockInOrder } from './lock-in-order.ts';
import type { NoticesContext } from './notices-context.ts';
import { withoutDeals } from './outdated-notices.ts';

export const eraseTracesJob = defineJob({
  name: 'notices.erase-traces',
  payload: z.strictObject({ userId: z.optional(z.uuid()), dealIds: z.array(z.string()) }),
});
type Traces = z.output<typeof eraseTracesJob.payload>;

/** Erases what notices of others say of deals and of a deleted user, by a job within minutes. */
export const eraseTracesLater = (
  { jobs, clock }: { readonly jobs: Jobs; readonly clock: NoticesContext['clock'] },
  transaction: Transaction<Schema>,
  traces: Traces,
): Promise<void> => {
  const startAfter = new Date(clock.now() + IN_FLIGHT_MS);
  return jobs.enqueueWithin(transaction, eraseTracesJob, traces, { startAfter });
};

const nameTraces = ({ userId, dealIds }: Traces) => sql<boolean>`(
  (content #>> '{deal,id}' = ANY(${dealIds}::text[]) AND kind NOT LIKE 'own\\_%')
  OR content #>> '{subject,id}' = ANY(${dealIds}::text[])
  OR (kind = 'saved_search' AND EXISTS (
    SELECT FROM jsonb_array_elements(content -> 'deals') AS deal
     WHERE deal ->> 'id' = ANY(${dealIds}::text[])))
  OR strpos(content::text, ${userId ?? null}::text) > 0)`;

/** What is left of a notice; null if nothing is. */
const withoutTraces = (content: NoticeContent, { dealIds }: Traces): NoticeContent | null => {
  if (content.kind === 'saved_search')
    return withoutDeals(content, (dealId) => dealIds.includes(dealId));
  // Its reader waits for what became of their report.
  return content.kind === 'moderation_decision' && content.subject !== undefined
    ? { ...content, subject: { kind: content.subject.kind } }
    : null;
};

/** Erases the traces in the notices from a time on, before another. Returns whose notices these were. */
const eraseBetween = (
  { database }: NoticesContext,
  traces: Traces,
  from: number,
  to: number,
): Promise<readonly string[]> =>
  database.transaction().execute(async (transaction) => {
    const named = await lockInOrder(
      transaction
        .selectFrom('notices')
        .select(['id', 'user_id', 'content'])
        .where('created_at', '>=', new Date(from))
        .where('created_at', '<', new Date(to))
        .where(nameTraces(traces)),
    ).execute();
    for (const { id, content: before } of named) {
      const content = withoutTraces(before, traces);
      await (content === null
        ? transaction.deleteFrom('notices').where('id', '=', id).execute()
        : transaction
            .updateTable('notices')
            .set({ content: JSON.stringify(content) })
            .where('id', '=', id)
            .execute());
    }
    return named.map(({ user_id }) => user_id);
  });

/**
 * By days, because no index finds notices by what they say. Returns the users whose notices changed.
 */
export const eraseTraces = async (
  context: NoticesContext,
  traces: Traces,
): Promise<readonly string[]> => {
  const now = context.clock.now();
  const userIds = new Set<string>();
  for (let from = now - (NOTICE_LIFETIME_DAYS + 1) * DAY_MS; from <= now; from += DAY_MS)
    for (const id of await eraseBetween(context, traces, from, from + DAY_MS)) userIds.add(id);
  return [...userIds];
};
