import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type {
  ModerationAction,
  ReportedDeal,
  ReportReason,
} from '@izgodno/contract/moderation/calls';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Schema } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { CallError } from '#platform/http/errors.ts';
import { readPageCursor, writePageCursor } from '#platform/http/page-cursor.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import type { DealLookup } from '#features/deals/api.ts';
import { applyStatus, type StatusAction } from '#features/deals/api.ts';
import type { NoticeSubject, NoticePublisher } from '#features/notices/api.ts';
import { mayModerate, maySeeReports } from './moderation-policy.ts';

/** The largest number of one user's open reports; more would be a nuisance. */
const MOST_OPEN_REPORTS = 100;

/** Epoch milliseconds of the first report, and the deal. */
const cursorSchema = z.tuple([z.int(), z.int()]);

export interface ReportServiceOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly catalogue: DealLookup;
  readonly audit: AuditTrail;
  readonly notifier: NoticePublisher;
}

export interface ReportPage {
  readonly total: number;
  readonly items: readonly ReportedDeal[];
  readonly nextCursor: string | null;
}

export interface Judgement {
  readonly action: ModerationAction;
  readonly reason: string;
}

const statusActions = {
  dismiss: null,
  expire: { kind: 'set', status: 'expired' },
  remove: { kind: 'delete', by: 'moderator' },
  reinstate: { kind: 'restore', by: 'moderator' },
} as const satisfies Record<ModerationAction, StatusAction | null>;

const noticeOf = (dealId: number, { action, reason }: Judgement): NoticeSubject | null => {
  if (action === 'remove') return { kind: 'own_deal_removed', dealId, reason };
  return action === 'expire' ? { kind: 'own_deal_expired', dealId, why: 'moderator' } : null;
};

const findDeal = async (
  transaction: Transaction<Schema>,
  dealId: number,
): Promise<{ readonly sellerId: string | null; readonly status: DealStatus }> => {
  const deal = await transaction
    .selectFrom('deals')
    .select(['seller_id as sellerId', 'status'])
    .where('id', '=', dealId)
    .executeTakeFirst();
  if (deal === undefined) throw new CallError('not_found');
  return deal;
};

export type ReportService = ReturnType<typeof createReportService>;

/** Members' reports of deals, and moderators' decisions. */
export const createReportService = (options: ReportServiceOptions) => {
  const { database, bus, clock, catalogue, audit, notifier } = options;

  const act = async (
    transaction: Transaction<Schema>,
    dealId: number,
    action: ModerationAction,
    status: DealStatus,
  ): Promise<DealStatus> => {
    const change = statusActions[action];
    if (change === null) return status;
    return (await applyStatus({ transaction, bus }, dealId, change, clock.now())).after;
  };

  const readReports = async (
    dealIds: readonly number[],
  ): Promise<ReadonlyMap<number, ReportedDeal['reports']>> => {
    const rows = await database
      .selectFrom('deal_reports')
      .innerJoin('users', 'users.id', 'deal_reports.reporter_id')
      .select([
        'deal_reports.id',
        'deal_reports.deal_id as dealId',
        'deal_reports.reason',
        'deal_reports.note',
        'deal_reports.created_at as createdAt',
        'users.id as reporterId',
        'users.name as reporterName',
      ])
      .where(sql<boolean>`deal_id = ANY(${dealIds}::bigint[])`)
      .where('resolved_at', 'is', null)
      .orderBy('deal_reports.created_at')
      .execute();
    const reports = new Map<number, ReportedDeal['reports']>();
    for (const row of rows) {
      const report = {
        id: row.id,
        reason: row.reason,
        note: row.note,
        reporter: { id: row.reporterId, name: row.reporterName },
        createdAt: row.createdAt.toISOString(),
      };
      reports.set(row.dealId, [...(reports.get(row.dealId) ?? []), report]);
    }
    return reports;
  };

  return {
    async report(userId: string, dealId: number, reason: ReportReason, note: string) {
      const [deal] = await catalogue.read([dealId]);
      if (deal === undefined) throw new CallError('not_found');
      const now = clock.now();
      await database.transaction().execute(async (transaction) => {
        await oneAtATime(transaction, `reports of ${userId}`);
        const { open } = await transaction
          .selectFrom('deal_reports')
          .select((expression) => expression.fn.countAll<number>().as('open'))
          .where('reporter_id', '=', userId)
          .where('resolved_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (open >= MOST_OPEN_REPORTS) throw new CallError('limit_reached');
        await transaction
          .insertInto('deal_reports')
          .values({
            id: createUuidV7(now),
            deal_id: dealId,
            reporter_id: userId,
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
    },

    /** Reported deals, longest waiting first. Throws `forbidden`. */
    async list(who: Principal, limit: number, cursor: string | undefined): Promise<ReportPage> {
      if (!maySeeReports(who)) throw new CallError('forbidden');
      const place = readPageCursor(cursorSchema, cursor);
      const waiting = await database
        .selectFrom('deal_reports')
        .select((expression) => [
          'deal_id as dealId',
          expression.fn.min('created_at').as('firstReportedAt'),
        ])
        .where('resolved_at', 'is', null)
        .groupBy('deal_id')
        .orderBy('firstReportedAt')
        .orderBy('deal_id')
        .execute();
      const rest = waiting.filter(({ dealId, firstReportedAt }) => {
        if (place === null) return true;
        const [time, id] = place;
        const at = firstReportedAt.getTime();
        return at > time || (at === time && dealId > id);
      });
      const shown = rest.slice(0, limit);
      const last = shown.at(-1);
      const ids = shown.map(({ dealId }) => dealId);
      const [deals, reports] = await Promise.all([
        catalogue.read(ids, { deleted: true }),
        readReports(ids),
      ]);
      const byId = new Map(deals.map((deal) => [deal.id, deal]));
      return {
        total: waiting.length,
        items: shown.flatMap(({ dealId, firstReportedAt }) => {
          const deal = byId.get(String(dealId));
          return deal === undefined
            ? []
            : {
                deal,
                firstReportedAt: firstReportedAt.toISOString(),
                reports: reports.get(dealId) ?? [],
              };
        }),
        nextCursor:
          last === undefined || rest.length === shown.length
            ? null
            : writePageCursor([last.firstReportedAt.getTime(), last.dealId]),
      };
    },

    /**
     * Decides on a deal, resolves its reports and records the moderator and the reason. Throws
     * `forbidden`.
     */
    async judge(
      who: Principal,
      dealId: number,
      judgement: Judgement,
    ): Promise<{ readonly status: DealStatus; readonly resolvedReports: number }> {
      if (!maySeeReports(who)) throw new CallError('forbidden');
      const outcome = await notifier.transaction(async (transaction, notify) => {
        const { sellerId, status: before } = await findDeal(transaction, dealId);
        if (!mayModerate(who, { sellerId })) throw new CallError('forbidden');
        const status = await act(transaction, dealId, judgement.action, before);
        const { numUpdatedRows } = await transaction
          .updateTable('deal_reports')
          .set({ resolved_at: new Date(clock.now()) })
          .where('deal_id', '=', dealId)
          .where('resolved_at', 'is', null)
          .executeTakeFirst();
        const resolvedReports = Number(numUpdatedRows);
        await audit.record(
          {
            actorId: who.id,
            action: `deal.${judgement.action}`,
            subject: { kind: 'deal', id: String(dealId) },
            reason: judgement.reason,
            details: { before, after: status, reports: String(resolvedReports) },
          },
          transaction,
        );
        const about = noticeOf(dealId, judgement);
        if (sellerId !== null && about !== null && status !== before) {
          await notify([
            { userId: sellerId, occasion: `${about.kind}:${dealId}:${clock.now()}`, about },
          ]);
        }
        return { status, resolvedReports };
      });
      return outcome;
    },
  };
};
