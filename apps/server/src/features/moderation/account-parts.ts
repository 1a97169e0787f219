import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import {
  appealableActionSchema,
  appealableActions,
} from '@izgodno/contract/moderation/appeal-calls';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { publicTitle } from '#features/deals/api.ts';
import type { Connection } from '#schema/schema.ts';

type Report = AccountParts['reports'][number];

interface ReportRow extends Pick<Report, 'reason' | 'note'> {
  readonly created_at: Date;
}

const presentReport = (
  about: Report['about'],
  id: string,
  { reason, note, created_at }: ReportRow,
): Report => ({ about, id, reason, note, at: created_at.toISOString() });

/** What a user reported, of each kind the latest first, for their data export. */
export const readReportsBy = async (
  connection: Connection,
  userId: string,
): Promise<AccountParts['reports']> => {
  const messages = await connection
    .selectFrom('message_reports')
    .select(['message_id as id', 'reason', 'note', 'created_at'])
    .where('reporter_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
  const members = await connection
    .selectFrom('member_reports')
    .select(['subject_id as id', 'rating_id', 'reason', 'note', 'created_at'])
    .where('reporter_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
  const deals = await connection
    .selectFrom('deal_reports')
    .select(['deal_id', 'reason', 'note', 'created_at'])
    .where('reporter_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
  return [
    ...messages.map((row) => presentReport('message', row.id, row)),
    ...members.map((row) =>
      presentReport(row.rating_id === null ? 'member' : 'rating', row.id, row),
    ),
    ...deals.map((row) => presentReport('deal', String(row.deal_id), row)),
  ];
};

/** The deals that a user said are over, for their data export. */
export const readExpiredVotesOf = async (
  connection: Connection,
  userId: string,
): Promise<AccountParts['expiredVotes']> => {
  const rows = await connection
    .selectFrom('expired_marks as v')
    .innerJoin('deals as d', 'd.id', 'v.deal_id')
    .select(['v.deal_id', 'd.source_id', 'd.title', 'v.created_at'])
    .where('v.user_id', '=', userId)
    .orderBy('v.created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    dealId: String(row.deal_id),
    title: publicTitle(row),
    at: row.created_at.toISOString(),
  }));
};

/** What moderators decided about a user's content, for their data export. */
export const readDecisionsAbout = async (
  connection: Connection,
  userId: string,
): Promise<AccountParts['decisions']> => {
  const rows = await connection
    .selectFrom('audit_entries')
    .select(['id', 'action', 'subject_id', 'reason', 'at'])
    .where('owner_id', '=', userId)
    .where('action', 'in', appealableActions)
    .orderBy('at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    action: expectShape(appealableActionSchema, row.action),
    subjectId: row.subject_id,
    reason: row.reason,
    at: row.at.toISOString(),
  }));
};
