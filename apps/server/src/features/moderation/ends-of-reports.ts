import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { ReportedSubject } from '@izgodno/contract/notices/notice';
import { defineJob } from '#platform/jobs/jobs.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { noticesOfReports } from '#features/notices/api.ts';
import type { Connection, Schema } from '#schema/schema.ts';
import { closeReportsOf } from './member-reports.ts';
import type { ModerationContext } from './moderation-context.ts';
import { hasContent } from './open-reports.ts';
import { resolveReportsOf, subjectOfDeal } from './reports.ts';

// Reports that end without a decision about each: with the suspension of a member, which is one about
// all of them, and when what was reported is deleted. Who reported it waits for an answer also then.

export const closeObsoleteReportsJob = defineJob({
  name: 'moderation.close-obsolete',
  payload: z.strictObject({}),
});

/** Reports that one transaction closes. */
const BATCH = 500;

/** Those who wait for a decision about a message of a user; the chat closes these reports. */
const reportersOfMessages = async (
  transaction: Transaction<Schema>,
  userId: string,
): Promise<readonly (string | null)[]> => {
  const rows = await transaction
    .selectFrom('message_reports as r')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.channel_id', '=', 'r.channel_id').onRef('m.id', '=', 'r.message_id'),
    )
    .select('r.reporter_id as reporterId')
    .where('r.closed_at', 'is', null)
    .where('m.sender_id', '=', userId)
    .where('m.deleted_at', 'is', null)
    .execute();
  return rows.map(({ reporterId }) => reporterId);
};

/** One notice for each who reported the member or deals that are removed: about the one, or all. */
const closeBySuspension = async (
  { noticePublisher }: ModerationContext,
  transaction: Transaction<Schema>,
  userId: string,
  { removeContent, at }: { readonly removeContent: boolean; readonly at: Date },
): Promise<void> => {
  const ofMember = await closeReportsOf(transaction, userId, at);
  const ofDeals = removeContent ? await resolveReportsOf(transaction, userId, at) : [];
  const ofMessages = removeContent ? await reportersOfMessages(transaction, userId) : [];
  const { name } = await transaction
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const subjects = new Map<string | null, ReportedSubject>();
  const member = { kind: 'member', id: userId, name } as const;
  for (const { reporterId, dealId, title } of ofDeals)
    subjects.set(reporterId, subjects.has(reporterId) ? member : subjectOfDeal(dealId, title));
  for (const reporterId of ofMember?.reporterIds ?? []) subjects.set(reporterId, member);
  // The chat's notice would be a second one of this decision.
  for (const reporterId of ofMessages)
    if (subjects.has(reporterId)) subjects.set(reporterId, member);
  const decision = `${userId}:${at.getTime()}`;
  const notices = [...subjects].flatMap(([reporterId, subject]) =>
    noticesOfReports({ reporterIds: [reporterId], subject, decision, outcome: 'upheld' }),
  );
  await noticePublisher.store(transaction, notices);
};

/** The open reports of a member, of their ratings and of those that they got, which go with the account. */
const reportsOfAccount = (transaction: Transaction<Schema>, userId: string) =>
  transaction
    .selectFrom('member_reports as r')
    .leftJoin('ratings as g', 'g.id', 'r.rating_id')
    .select(['r.reporter_id as reporterId', 'r.rating_id as ratingId', 'r.user_id as reportedId'])
    .where('r.resolved_at', 'is', null)
    .where((report) =>
      report.or([report('r.user_id', '=', userId), report('g.rated_id', '=', userId)]),
    )
    .execute();

/**
 * Notices name nothing of a deleted account. An administrator's deletion is a decision about what the user
 * showed; the ratings that others gave the user go without one.
 */
const closeByDeletion = async (
  { clock, noticePublisher }: ModerationContext,
  transaction: Transaction<Schema>,
  userId: string,
  { byAdministrator }: { readonly byAdministrator: boolean },
): Promise<void> => {
  const now = clock.now();
  const ofDeals = await resolveReportsOf(transaction, userId, new Date(now));
  const ofAccount = await reportsOfAccount(transaction, userId);
  const own = byAdministrator ? 'upheld' : 'obsolete';
  const ends = [
    ...ofDeals.map(({ reporterId }) => ({ reporterId, kind: 'deal', outcome: own }) as const),
    ...ofAccount.map(
      ({ reporterId, ratingId, reportedId }) =>
        ({
          reporterId,
          kind: ratingId === null ? 'member' : 'rating',
          outcome: reportedId === userId ? own : 'obsolete',
        }) as const,
    ),
  ];
  const deletion = createUuidV7(now);
  const notices = ends.flatMap(({ reporterId, kind, outcome }) =>
    noticesOfReports({
      reporterIds: [reporterId],
      subject: { kind },
      decision: `${deletion}:${kind}`,
      outcome,
    }),
  );
  await noticePublisher.store(transaction, notices);
};

/** Erases the closed reports of a user, or of deleted accounts; open ones wait without their name. */
const eraseClosed = async (connection: Connection, reporterId: string | null): Promise<void> => {
  for (const table of ['deal_reports', 'member_reports'] as const)
    await connection
      .deleteFrom(table)
      .where('reporter_id', reporterId === null ? 'is' : '=', reporterId)
      .where('resolved_at', 'is not', null)
      .execute();
};

/** Closes reports of deals whose content is erased, some time after they were deleted. */
const closeObsolete = async ({ clock, noticePublisher }: ModerationContext): Promise<void> => {
  let closed = BATCH;
  while (closed === BATCH) {
    closed = await noticePublisher.transaction(async (transaction, notify) => {
      const now = clock.now();
      const reports = await transaction
        .updateTable('deal_reports')
        .set({ resolved_at: new Date(now) })
        .where('id', 'in', (query) =>
          query
            .selectFrom('deal_reports as r')
            .select('r.id')
            .where('r.resolved_at', 'is', null)
            .where(sql<boolean>`NOT ${hasContent('deal_reports')}`)
            .orderBy('r.created_at')
            .limit(BATCH)
            .forUpdate()
            .skipLocked(),
        )
        .returning(['deal_id as dealId', 'reporter_id as reporterId'])
        .execute();
      await notify(
        reports.flatMap(({ dealId, reporterId }) =>
          noticesOfReports({
            reporterIds: [reporterId],
            subject: { kind: 'deal' },
            decision: `${dealId}:${now}`,
            outcome: 'obsolete',
          }),
        ),
      );
      return reports.length;
    });
  }
};

export const registerEndsOfReports = (context: ModerationContext): void => {
  const { accountData, jobs } = context;
  accountData.onSuspension({
    suspend: (transaction, userId, options) =>
      closeBySuspension(context, transaction, userId, options),
  });
  accountData.onDeletion(async (transaction, userId, options) => {
    await closeByDeletion(context, transaction, userId, options);
    await eraseClosed(transaction, userId);
  });
  jobs.work(closeObsoleteReportsJob, async () => {
    await closeObsolete(context);
    await eraseClosed(context.database, null);
  });
  jobs.schedule(closeObsoleteReportsJob, '37 * * * *', {});
};
