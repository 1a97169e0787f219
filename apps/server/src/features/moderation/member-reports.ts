import type { Transaction } from 'kysely';
import type * as calls from '@izgodno/contract/moderation/member-report-calls';
import type {
  MemberReportReason,
  ReportedMember,
} from '@izgodno/contract/moderation/member-report-calls';
import type { ReportedSubject } from '@izgodno/contract/notices/notice';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { CallError } from '#platform/http/errors.ts';
import { pageByTime } from '#platform/http/page-by-time.ts';
import { cutPage, readTimeCursor } from '#platform/http/page-cursor.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { holdRecipients, noticesOfReports } from '#features/notices/api.ts';
import type { Database, Schema } from '#schema/schema.ts';
import type { ModerationCall, ModerationContext } from './moderation-context.ts';
import { mayDecideReports } from './moderation-policy.ts';
import { allowReport, hasContent, isFirstReport, presentReports } from './open-reports.ts';

/** The largest number of one user's open reports of members and ratings. */
const MOST_OPEN_REPORTS = 50;

interface Report {
  readonly userId: string;
  readonly ratingId: string | null;
  readonly reporterId: string;
  readonly reason: MemberReportReason;
  readonly note: string;
}

/** Stores a report, which replaces an open one of the same reporter. Throws `limit_reached`. */
const storeReport = async (
  { database, clock }: ModerationContext,
  { userId, ratingId, reporterId, reason, note }: Report,
): Promise<void> => {
  const now = clock.now();
  await database.transaction().execute(async (transaction) => {
    const subject = ratingId ?? userId;
    const by = { reporterId, subject };
    await allowReport(transaction, 'member_reports', by, MOST_OPEN_REPORTS);
    await transaction
      .insertInto('member_reports')
      .values({
        id: createUuidV7(now),
        user_id: userId,
        rating_id: ratingId,
        subject_id: subject,
        reporter_id: reporterId,
        reason,
        note,
        created_at: new Date(now),
        resolved_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['subject_id', 'reporter_id'])
          .where('resolved_at', 'is', null)
          .doUpdateSet({ reason, note }),
      )
      .execute();
  });
};

/** Throws `not_found`, `validation_failed` for oneself, `limit_reached`. */
export const reportUser: ModerationCall<typeof calls.reportUser> = async (
  context,
  { params: { userId }, body, user },
) => {
  if (userId === user.id) {
    const error = { code: 'invalid', message: 'Expected another member.' } as const;
    throw new CallError('validation_failed', { fields: { userId: error } });
  }
  const known = await context.database
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (known === undefined) throw new CallError('not_found');
  await storeReport(context, { userId, ratingId: null, reporterId: user.id, ...body });
  return {};
};

/** Throws `not_found` for a rating that is not shown, `forbidden` for one's own, `limit_reached`. */
export const reportRating: ModerationCall<typeof calls.reportRating> = async (
  context,
  { params, body, user },
) => {
  const rating = await context.database
    .selectFrom('ratings')
    .select(['id', 'rater_id as raterId'])
    .where('id', '=', params.id)
    .where('shown_at', 'is not', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (rating === undefined) throw new CallError('not_found');
  const { id: ratingId, raterId: userId } = rating;
  if (userId === user.id) throw new CallError('forbidden');
  await storeReport(context, { userId, ratingId, reporterId: user.id, ...body });
  return {};
};

const readReports = async (
  database: Database,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, ReportedMember['reports']>> => {
  const rows = await database
    .selectFrom('member_reports as r')
    .leftJoin('users as u', 'u.id', 'r.reporter_id')
    .select(['r.id', 'r.subject_id as subject', 'r.reason', 'r.note', 'r.created_at as createdAt'])
    .select(['u.id as reporterId', 'u.name as reporterName'])
    .where(isOneOf('r.subject_id', subjectIds))
    .where('r.resolved_at', 'is', null)
    .orderBy('r.created_at')
    .execute();
  return presentReports(rows);
};

/**
 * A page of reported members and ratings with their first reports, longest waiting first, and one more. A
 * removed rating waits no longer.
 */
export const findReportedSubjects = (
  database: Database,
  after: ReturnType<typeof readTimeCursor>,
  limit: number,
) =>
  database
    .selectFrom((query) =>
      query
        .selectFrom('member_reports as r')
        .select(['r.user_id', 'r.rating_id', 'r.subject_id as id', 'r.created_at as at'])
        .where('r.resolved_at', 'is', null)
        .where(isFirstReport('member_reports'))
        .where(hasContent('member_reports'))
        .$call(pageByTime(['r.created_at', 'r.subject_id'], 'asc', { after, limit }))
        .as('r'),
    )
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('ratings as g', 'g.id', 'r.rating_id')
    .leftJoin('users as rated', 'rated.id', 'g.rated_id')
    .select(['u.id as user_id', 'u.name as user_name', 'r.id', 'r.at'])
    .select(['g.stars', 'g.text', 'rated.id as rated_id', 'rated.name as rated_name'])
    .orderBy('r.at')
    .orderBy('r.id')
    .execute();

/** Reported members and ratings, longest waiting first. */
export const listMemberReports: ModerationCall<typeof calls.listMemberReports> = async (
  { database },
  { query: { limit, cursor }, user },
) => {
  const found = await findReportedSubjects(database, readTimeCursor(cursor), limit);
  const { rows, nextCursor } = cutPage(found, limit);
  const reports = await readReports(
    database,
    rows.map(({ id }) => id),
  );
  return {
    items: rows.map((row) => ({
      subjectId: row.id,
      user: { id: row.user_id, name: row.user_name },
      mayDecide: mayDecideReports(user, [row.user_id, row.rated_id]),
      rating:
        row.stars === null || row.text === null || row.rated_id === null || row.rated_name === null
          ? null
          : {
              stars: row.stars,
              text: row.text,
              rated: { id: row.rated_id, name: row.rated_name },
            },
      firstReportedAt: row.at.toISOString(),
      reports: reports.get(row.id) ?? [],
    })),
    nextCursor,
  };
};

interface ClosedReports {
  /** The member, or the author of the rating. */
  readonly userId: string;
  readonly ratingId: string | null;
  readonly subject: ReportedSubject;
  readonly reporterIds: readonly (string | null)[];
}

/** Holds who wait for an answer about a member or a rating, and others who are to get notices. */
export const holdReporters = async (
  transaction: Transaction<Schema>,
  subjectId: string,
  others: readonly string[] = [],
): Promise<void> => {
  const reporters = await transaction
    .selectFrom('member_reports')
    .select('reporter_id as id')
    .where('subject_id', '=', subjectId)
    .where('resolved_at', 'is', null)
    .execute();
  await holdRecipients(transaction, [...reporters.map(({ id }) => id), ...others]);
};

/** Closes the open reports of a member or a rating; null if there are none. */
export const closeReportsOf = async (
  transaction: Transaction<Schema>,
  subjectId: string,
  at: Date,
): Promise<ClosedReports | null> => {
  const closed = await transaction
    .updateTable('member_reports as r')
    .from('users as u')
    .set({ resolved_at: at })
    .where('r.subject_id', '=', subjectId)
    .where('r.resolved_at', 'is', null)
    .whereRef('u.id', '=', 'r.user_id')
    .returning(['u.id as userId', 'u.name', 'r.rating_id as ratingId'])
    .returning('r.reporter_id as reporterId')
    .execute();
  const [first] = closed;
  if (first === undefined) return null;
  const { userId, name, ratingId } = first;
  return {
    userId,
    ratingId,
    subject: { kind: ratingId === null ? 'member' : 'rating', id: userId, name },
    reporterIds: closed.map(({ reporterId }) => reporterId),
  };
};

/**
 * Closes the reports and records the moderator and the reason. Throws `not_found`, `forbidden` for
 * reports that concern the moderator.
 */
export const closeMemberReports: ModerationCall<typeof calls.closeMemberReports> = async (
  { noticePublisher, clock, audit },
  { params: { subjectId }, body: { reason }, user },
) => {
  await noticePublisher.transaction(async (transaction, notify) => {
    await holdReporters(transaction, subjectId);
    const closed = await closeReportsOf(transaction, subjectId, new Date(clock.now()));
    if (closed === null) throw new CallError('not_found');
    const { userId, ratingId, subject, reporterIds } = closed;
    const rating = await transaction
      .selectFrom('ratings')
      .select('rated_id as ratedId')
      .where('id', '=', ratingId)
      .executeTakeFirst();
    if (!mayDecideReports(user, [userId, rating?.ratedId ?? null]))
      throw new CallError('forbidden');
    await audit.record(
      {
        actorId: user.id,
        action: 'user.dismiss_report',
        subject: { kind: 'user', id: userId },
        reason,
        details: ratingId === null ? {} : { rating: ratingId },
      },
      transaction,
    );
    const decision = `${subjectId}:${clock.now()}`;
    await notify(noticesOfReports({ reporterIds, subject, decision, outcome: 'dismissed' }));
  });
  return {};
};
