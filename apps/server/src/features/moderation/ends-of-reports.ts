import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { ReportedSubject } from '@izgodno/contract/notices/notice';
import { defineJob } from '#platform/jobs/jobs.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { readReportersOfSender } from '#features/chat/api.ts';
import { holdRecipients, noticesOfReports } from '#features/notices/api.ts';
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

/** One notice for each who reported the member or deals that are removed: about the one, or all. */
const closeBySuspension = async (
  { noticePublisher }: ModerationContext,
  transaction: Transaction<Schema>,
  userId: string,
  { removeContent, at }: { readonly removeContent: boolean; readonly at: Date },
): Promise<void> => {
  const ofMember = await closeReportsOf(transaction, userId, at);
  const ofDeals = removeContent ? await resolveReportsOf(transaction, userId, at) : [];
  const ofMessages = removeContent ? await readReportersOfSender(transaction, userId) : [];
  const { name } = await transaction
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const subjects = new Map<string | null, ReportedSubject>();
  const member = { kind: 'member', id: userId, name } as const;
  for (const deal of ofDeals) {
    const { reporterId, dealId } = deal;
    subjects.set(reporterId, subjects.has(reporterId) ? member : subjectOfDeal(dealId, deal));
  }
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
    // Not by `g.rated_id` beside `r.user_id`, for which every report and rating would be read.
    .where((report) =>
      report.or([
        report('r.user_id', '=', userId),
        report(
          'r.rating_id',
          '=',
          sql<string>`ANY (ARRAY(SELECT id FROM ratings WHERE rated_id = ${userId}::uuid))`,
        ),
      ]),
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
      const obsolete = await transaction
        .selectFrom('deal_reports as r')
        .select(['r.id', 'r.reporter_id as reporterId'])
        .where('r.resolved_at', 'is', null)
        .where(sql<boolean>`NOT ${hasContent('deal_reports')}`)
        .orderBy('r.created_at')
        .limit(BATCH)
        .execute();
      await holdRecipients(
        transaction,
        obsolete.map(({ reporterId }) => reporterId),
      );
      const reports = await transaction
        .updateTable('deal_reports')
        .set({ resolved_at: new Date(now) })
        .where(
          isOneOf(
            'id',
            obsolete.map(({ id }) => id),
          ),
        )
        .where('resolved_at', 'is', null)
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
      return obsolete.length;
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
