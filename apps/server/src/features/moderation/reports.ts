import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type {
  listReports as listReportsCall,
  moderateDeal as moderateDealCall,
  ModerationAction,
  reportDeal as reportDealCall,
  ReportedDeal,
} from '@izgodno/contract/moderation/calls';
import type { ReportedSubject } from '@izgodno/contract/notices/notice';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutPageBy, readPageCursor } from '#platform/http/page-cursor.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import {
  applyStatus,
  publicTitle,
  readDeleters,
  type StatusAction,
  type TitledRow,
} from '#features/deals/api.ts';
import { holdRecipients, noticesOfReports, type NoticeSubject } from '#features/notices/api.ts';
import type { Database, Schema } from '#schema/schema.ts';
import { mayModerate } from './moderation-policy.ts';
import type { ModerationCall } from './moderation-context.ts';
import { allowReport, hasContent, isFirstReport, presentReports } from './open-reports.ts';

/** The largest number of one user's open reports; more would be a nuisance. */
const MOST_OPEN_REPORTS = 100;

/** Epoch milliseconds of the first report, and the deal. */
const cursorSchema = z.tuple([z.int(), z.int()]);

const statusActions = {
  dismiss: null,
  expire: { kind: 'set', status: 'expired' },
  remove: { kind: 'delete', by: 'moderator' },
  reinstate: { kind: 'restore', by: 'moderator' },
} as const satisfies Record<ModerationAction, StatusAction | null>;

const noticeOf = (
  dealId: number,
  { action, reason }: { readonly action: ModerationAction; readonly reason: string },
): NoticeSubject | null => {
  if (action === 'remove') return { kind: 'own_deal_removed', dealId, reason };
  if (action === 'reinstate') return { kind: 'own_post_reinstated', dealId, reason };
  return action === 'expire'
    ? { kind: 'own_deal_expired', dealId, why: 'moderator', reason }
    : null;
};

/** Throws `not_found`. */
export const findDeal = async (
  transaction: Transaction<Schema>,
  dealId: number,
): Promise<TitledRow & { readonly sellerId: string | null; readonly status: DealStatus }> => {
  const deal = await transaction
    .selectFrom('deals')
    .select(['seller_id as sellerId', 'status', 'source_id', 'title'])
    .where('id', '=', dealId)
    .executeTakeFirst();
  if (deal === undefined) throw new CallError('not_found');
  return deal;
};

export const reportDeal: ModerationCall<typeof reportDealCall> = async (
  { database, clock, dealLookup },
  { params, body: { reason, note }, user },
) => {
  const dealId = Number(params.id);
  const [deal] = await dealLookup.read([dealId]);
  if (deal === undefined) throw new CallError('not_found');
  const now = clock.now();
  await database.transaction().execute(async (transaction) => {
    const by = { reporterId: user.id, subject: dealId };
    await allowReport(transaction, 'deal_reports', by, MOST_OPEN_REPORTS);
    await transaction
      .insertInto('deal_reports')
      .values({
        id: createUuidV7(now),
        deal_id: dealId,
        reporter_id: user.id,
        reason,
        note,
        created_at: new Date(now),
        resolved_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['deal_id', 'reporter_id'])
          .where('resolved_at', 'is', null)
          .doUpdateSet({ reason, note }),
      )
      .execute();
  });
  return {};
};

const readReports = async (
  database: Database,
  dealIds: readonly number[],
): Promise<ReadonlyMap<number, ReportedDeal['reports']>> => {
  const rows = await database
    .selectFrom('deal_reports')
    .leftJoin('users', 'users.id', 'deal_reports.reporter_id')
    .select([
      'deal_reports.id',
      'deal_reports.deal_id as subject',
      'deal_reports.reason',
      'deal_reports.note',
      'deal_reports.created_at as createdAt',
      'users.id as reporterId',
      'users.name as reporterName',
    ])
    .where(isOneOf('deal_id', dealIds, 'bigint'))
    .where('resolved_at', 'is', null)
    .orderBy('deal_reports.created_at')
    .execute();
  return presentReports(rows);
};

/** A page of reported deals with their first reports, longest waiting first, and one more. */
export const findReportedDeals = (
  database: Database,
  after: z.infer<typeof cursorSchema> | null,
  limit: number,
) =>
  database
    .selectFrom('deal_reports as r')
    .select(['r.deal_id as dealId', 'r.created_at as firstReportedAt'])
    .where('r.resolved_at', 'is', null)
    .where(isFirstReport('deal_reports'))
    .where(hasContent('deal_reports'))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(r.created_at, r.deal_id) > (${new Date(after?.[0] ?? 0)}, ${after?.[1]})`,
      ),
    )
    .orderBy('r.created_at')
    .orderBy('r.deal_id')
    .limit(limit + 1)
    .execute();

/** Reported deals, longest waiting first. */
export const listReports: ModerationCall<typeof listReportsCall> = async (
  { database, dealLookup },
  { query: { limit, cursor }, user },
) => {
  const [{ total }, found] = await Promise.all([
    database
      .selectFrom('deal_reports as r')
      .select(({ fn }) => fn.count<number>('deal_id').distinct().as('total'))
      .where('resolved_at', 'is', null)
      .where(hasContent('deal_reports'))
      .executeTakeFirstOrThrow(),
    findReportedDeals(database, readPageCursor(cursorSchema, cursor), limit),
  ]);
  const { rows, nextCursor } = cutPageBy(found, limit, ({ firstReportedAt, dealId }) => [
    firstReportedAt.getTime(),
    dealId,
  ]);
  const ids = rows.map(({ dealId }) => dealId);
  const [deals, reports, deleters] = await Promise.all([
    dealLookup.read(ids, { deleted: true, whole: true }),
    readReports(database, ids),
    readDeleters(database, ids),
  ]);
  const byId = new Map(deals.map((deal) => [deal.id, deal]));
  return {
    total,
    items: rows.flatMap(({ dealId, firstReportedAt }) => {
      const deal = byId.get(String(dealId));
      if (deal === undefined) return [];
      return {
        deal,
        mayDecide: mayModerate(user, { sellerId: deal.seller?.id ?? null }),
        deletedBy: deal.status === 'deleted' ? (deleters.get(dealId) ?? 'source') : undefined,
        firstReportedAt: firstReportedAt.toISOString(),
        reports: reports.get(dealId) ?? [],
      };
    }),
    nextCursor,
  };
};

/** A deal as notices to those who reported it name it. */
export const subjectOfDeal = (id: number, deal: TitledRow): ReportedSubject => ({
  kind: 'deal',
  // The title of an erased deal is empty.
  ...(deal.title === '' ? {} : { id: String(id), name: publicTitle(deal) }),
});

/** Resolves the reports of a seller's deals, which are all removed. Returns who reported which. */
export const resolveReportsOf = (
  transaction: Transaction<Schema>,
  sellerId: string,
  at: Date,
): Promise<
  readonly (TitledRow & { readonly reporterId: string | null; readonly dealId: number })[]
> =>
  transaction
    .updateTable('deal_reports as r')
    .from('deals as d')
    .set({ resolved_at: at })
    .where('r.resolved_at', 'is', null)
    .whereRef('d.id', '=', 'r.deal_id')
    .where('d.seller_id', '=', sellerId)
    .returning(['r.reporter_id as reporterId', 'd.id as dealId', 'd.source_id', 'd.title'])
    .execute();

/** Resolves the reports of a deal. Returns who reported it. */
const resolveReportsAbout = async (
  transaction: Transaction<Schema>,
  dealId: number,
  at: Date,
): Promise<readonly (string | null)[]> => {
  const resolved = await transaction
    .updateTable('deal_reports')
    .set({ resolved_at: at })
    .where('deal_id', '=', dealId)
    .where('resolved_at', 'is', null)
    .returning('reporter_id as reporterId')
    .execute();
  return resolved.map(({ reporterId }) => reporterId);
};

/** Holds the seller of a deal and those who wait for an answer about it, before the deal is locked. */
const holdConcerned = async (transaction: Transaction<Schema>, dealId: number): Promise<void> => {
  const { rows } = await sql<{ id: string | null }>`
    SELECT seller_id AS id FROM deals WHERE id = ${dealId}
     UNION ALL
    SELECT reporter_id FROM deal_reports WHERE deal_id = ${dealId} AND resolved_at IS NULL`.execute(
    transaction,
  );
  await holdRecipients(
    transaction,
    rows.map(({ id }) => id),
  );
};

/**
 * Decides on a deal, resolves its reports and records the moderator and the reason, unless another
 * moderator has decided the same. Throws `forbidden`, and `not_found` if there is nothing to dismiss.
 */
export const moderateDeal: ModerationCall<typeof moderateDealCall> = async (
  { bus, clock, audit, noticePublisher },
  { params, body, user },
) => {
  const dealId = Number(params.id);
  return noticePublisher.transaction(async (transaction, notify) => {
    await holdConcerned(transaction, dealId);
    const deal = await findDeal(transaction, dealId);
    const { sellerId } = deal;
    if (!mayModerate(user, { sellerId })) throw new CallError('forbidden');
    const action = statusActions[body.action];
    const { before, after, isChanged } =
      action === null
        ? { before: deal.status, after: deal.status, isChanged: false }
        : await applyStatus({ transaction, bus }, dealId, action, clock.now());
    const reporterIds = await resolveReportsAbout(transaction, dealId, new Date(clock.now()));
    const resolvedReports = reporterIds.length;
    // Another moderator has done the same, or has closed the reports.
    if (!isChanged && resolvedReports === 0) {
      if (action === null) throw new CallError('not_found');
      return { status: after, resolvedReports };
    }
    const decisionId = createUuidV7(clock.now());
    await audit.record(
      {
        id: decisionId,
        actorId: user.id,
        action: `deal.${body.action}`,
        subject: { kind: 'deal', id: String(dealId) },
        reason: body.reason,
        ownerId: sellerId,
        details: { before, after, reports: String(resolvedReports) },
      },
      transaction,
    );
    if (isChanged && body.action === 'expire') {
      const expiry = { deal_id: dealId, decision_id: decisionId };
      await transaction.insertInto('expired_by_decisions').values(expiry).execute();
    }
    const decision = `${dealId}:${clock.now()}`;
    const about = noticeOf(dealId, body);
    const ends = body.action === 'remove' || body.action === 'expire';
    // A deal that is brought back may stay hidden, by a suspension.
    const isOwnerConcerned = ends ? isChanged : after !== before;
    await notify([
      ...(sellerId !== null && about !== null && isOwnerConcerned
        ? [{ userId: sellerId, occasion: `${about.kind}:${decision}`, about }]
        : []),
      ...noticesOfReports({
        reporterIds,
        subject: subjectOfDeal(dealId, deal),
        decision,
        outcome: ends ? 'upheld' : 'dismissed',
      }),
    ]);
    return { status: after, resolvedReports };
  });
};
