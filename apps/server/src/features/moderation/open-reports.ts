import { sql, type RawBuilder, type Transaction } from 'kysely';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { CallError } from '#platform/http/errors.ts';
import { DELETED_USER_ID } from '#platform/uuid.ts';
import type { Schema } from '#schema/schema.ts';

/** What a report is about. */
const subjectColumns = { deal_reports: 'deal_id', member_reports: 'subject_id' } as const;

const contents = {
  deal_reports: sql<boolean>`
    coalesce((SELECT title <> '' FROM deals WHERE deals.id = r.deal_id), false)`,
  member_reports: sql<boolean>`
    coalesce((SELECT removed_at IS NULL FROM ratings WHERE ratings.id = r.rating_id), true)`,
} as const;

/**
 * Whether the deal of a report `r` is not erased, and its rating not removed; other reports wait no longer.
 * No join, because PostgreSQL would expect that it leaves few reports, and read all of them.
 */
export const hasContent = (table: keyof typeof contents): RawBuilder<boolean> => contents[table];

/**
 * Allows a user a report, one at a time, until the transaction ends. Throws `limit_reached` for as
 * many open ones about other subjects as `most`, because a report replaces one of the same subject.
 */
export const allowReport = async (
  transaction: Transaction<Schema>,
  table: keyof typeof subjectColumns,
  { reporterId, subject }: { readonly reporterId: string; readonly subject: number | string },
  most: number,
): Promise<void> => {
  await oneAtATime(transaction, `${table} of ${reporterId}`);
  const { rows } = await sql<{ open: number }>`
    SELECT count(*)::integer AS open FROM ${sql.table(table)} AS r
     WHERE reporter_id = ${reporterId}::uuid AND resolved_at IS NULL
       AND ${sql.ref(subjectColumns[table])} <> ${subject}
       AND ${hasContent(table)}`.execute(transaction);
  if ((rows[0]?.open ?? 0) >= most) throw new CallError('limit_reached');
};

/**
 * Whether an open report `r` is the first of its subject. By it a queue is read in the order of its index,
 * and only as far as a page.
 */
export const isFirstReport = (table: keyof typeof subjectColumns): RawBuilder<boolean> => {
  const subject = sql.ref(subjectColumns[table]);
  return sql`NOT EXISTS (
    SELECT FROM ${sql.table(table)} AS earlier
     WHERE earlier.${subject} = r.${subject} AND earlier.resolved_at IS NULL
       AND (earlier.created_at, earlier.id) < (r.created_at, r.id))`;
};

interface ReportRow<Subject, Reason extends string> {
  readonly subject: Subject;
  readonly id: string;
  readonly reason: Reason;
  readonly note: string;
  readonly reporterId: string | null;
  readonly reporterName: string | null;
  readonly createdAt: Date;
}

interface PresentedReport<Reason extends string> {
  readonly id: string;
  readonly reason: Reason;
  readonly note: string;
  readonly reporter: { readonly id: string; readonly name: string };
  readonly createdAt: string;
}

/** Reports as moderators see them, by what they are about, in the order of the rows. */
export const presentReports = <Subject, Reason extends string>(
  rows: readonly ReportRow<Subject, Reason>[],
): ReadonlyMap<Subject, PresentedReport<Reason>[]> =>
  new Map(
    [...Map.groupBy(rows, ({ subject }) => subject)].map(([subject, reports]) => [
      subject,
      reports.map(({ id, reason, note, reporterId, reporterName, createdAt }) => ({
        id,
        reason,
        note,
        reporter: { id: reporterId ?? DELETED_USER_ID, name: reporterName ?? '' },
        createdAt: createdAt.toISOString(),
      })),
    ]),
  );
