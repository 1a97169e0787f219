import { sql, type Transaction } from 'kysely';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type { Call } from '@izgodno/contract/common/call';
import { euroCents } from '@izgodno/contract/common/money';
import type * as calls from '@izgodno/contract/price-alerts/calls';
import {
  MAX_PRICE_ALERTS,
  priceAlertFieldErrors,
  type PriceAlert,
} from '@izgodno/contract/price-alerts/calls';
import type { Clock } from '#platform/clock.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import type { CallHandler } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutShortList } from '#platform/http/short-list.ts';
import { publicTitle, type DealLookup } from '#features/deals/api.ts';
import type { Connection, Database, Schema } from '#schema/schema.ts';
import { CAN_BE_BOUGHT } from './notify-of-prices.ts';

export interface PriceAlertsContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly dealLookup: DealLookup;
}

type PriceAlertsCall<C extends Call> = CallHandler<PriceAlertsContext, C>;

/** Last set first. Alerts of deleted deals are left out. */
const readAlerts = async (
  { database, dealLookup }: PriceAlertsContext,
  userId: string,
): Promise<readonly PriceAlert[]> => {
  const rows = await database
    .selectFrom('price_alerts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('deal_id')
    .execute();
  const deals = await dealLookup.read(rows.map((row) => row.deal_id));
  const byId = new Map(deals.map((deal) => [deal.id, deal]));
  return rows.flatMap((row) => {
    const deal = byId.get(String(row.deal_id));
    if (deal === undefined) return [];
    return {
      deal,
      below: { amount: row.below_amount, currency: row.below_currency },
      withDelivery: row.with_delivery,
      reachedAt: row.reached_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    };
  });
};

/**
 * The lowest price, in cents, of a deal and of the other offers of it that can be bought. Locks
 * their prices until the transaction ends: one that changes later is read after the alert is
 * stored, so that no change falls between the check and the alert.
 */
const readLowest = async (
  transaction: Transaction<Schema>,
  dealId: number,
  withDelivery: boolean,
): Promise<number | null> => {
  const { rows } = await sql<{ lowest: number | null }>`
    WITH own AS (SELECT coalesce(represented_by, id) AS lead FROM deals WHERE id = ${dealId}),
    offer AS MATERIALIZED (
      SELECT price_eur, delivery_eur, status, deleted_at, availability FROM deals
       WHERE id = (SELECT lead FROM own) OR represented_by = (SELECT lead FROM own)
       ORDER BY id
         FOR SHARE
    )
    SELECT min(price_eur + CASE WHEN ${withDelivery} THEN coalesce(delivery_eur, 0) ELSE 0 END)::integer AS lowest
      FROM offer d
     WHERE ${CAN_BE_BOUGHT}`.execute(transaction);
  return rows[0]?.lowest ?? null;
};

const hasRoom = async (
  transaction: Transaction<Schema>,
  userId: string,
  dealId: number,
): Promise<boolean> => {
  const { count } = await transaction
    .selectFrom('price_alerts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('deal_id', '<>', dealId)
    .executeTakeFirstOrThrow();
  return count < MAX_PRICE_ALERTS;
};

/**
 * Alerts of deleted deals are kept while there is room, because a source may offer the deal again.
 * Throws `limit_reached`.
 */
const makeRoom = async (
  transaction: Transaction<Schema>,
  userId: string,
  dealId: number,
): Promise<void> => {
  await oneAtATime(transaction, `price alerts of ${userId}`);
  if (await hasRoom(transaction, userId, dealId)) return;
  await transaction
    .deleteFrom('price_alerts')
    .using('deals')
    .whereRef('deals.id', '=', 'price_alerts.deal_id')
    .where('price_alerts.user_id', '=', userId)
    .where('deals.deleted_at', 'is not', null)
    .execute();
  if (!(await hasRoom(transaction, userId, dealId))) throw new CallError('limit_reached');
};

/**
 * Sets or replaces the alert of a deal. Throws `not_found`, `limit_reached`, and
 * `validation_failed` if the price is below already.
 */
export const setPriceAlert: PriceAlertsCall<typeof calls.setPriceAlert> = async (
  context,
  { params, body: { below, withDelivery }, user },
) => {
  const { database, clock, dealLookup } = context;
  const dealId = Number(params.id);
  const [deal] = await dealLookup.read([dealId]);
  if (deal === undefined) throw new CallError('not_found');
  const belowEur = euroCents(below);
  await database.transaction().execute(async (transaction) => {
    await makeRoom(transaction, user.id, dealId);
    const lowest = await readLowest(transaction, dealId, withDelivery);
    if (lowest !== null && lowest < belowEur) {
      const error = { code: priceAlertFieldErrors.alreadyBelow, message: 'It costs less already.' };
      throw new CallError('validation_failed', { fields: { below: error } });
    }
    const alert = {
      below_amount: below.amount,
      below_currency: below.currency,
      below_eur: belowEur,
      with_delivery: withDelivery,
      created_at: new Date(clock.now()),
      reached_at: null,
    };
    await transaction
      .insertInto('price_alerts')
      .values({ user_id: user.id, deal_id: dealId, ...alert })
      .onConflict((conflict) => conflict.columns(['user_id', 'deal_id']).doUpdateSet(alert))
      .execute();
  });
  const alert = (await readAlerts(context, user.id)).find((one) => one.deal.id === params.id);
  // The deal was deleted meanwhile.
  if (alert === undefined) throw new CallError('not_found');
  return { alert };
};

export const removePriceAlert: PriceAlertsCall<typeof calls.removePriceAlert> = async (
  { database },
  { params, user },
) => {
  await database
    .deleteFrom('price_alerts')
    .where('user_id', '=', user.id)
    .where('deal_id', '=', Number(params.id))
    .execute();
  return {};
};

export const listPriceAlerts: PriceAlertsCall<typeof calls.listPriceAlerts> = async (
  context,
  { user, query },
) => {
  const alerts = await readAlerts(context, user.id);
  const { rows, nextCursor } = cutShortList(alerts, query, ({ createdAt, deal }) => [
    createdAt,
    deal.id,
  ]);
  return { alerts: rows, nextCursor };
};

/** A user's alerts, for their data export. */
export const readAlertsOf = async (
  connection: Connection,
  userId: string,
): Promise<AccountParts['priceAlerts']> => {
  const rows = await connection
    .selectFrom('price_alerts as a')
    .innerJoin('deals as d', 'd.id', 'a.deal_id')
    .select(['d.id', 'd.source_id', 'd.title'])
    .select(['a.below_amount', 'a.below_currency', 'a.with_delivery', 'a.created_at'])
    .where('a.user_id', '=', userId)
    .orderBy('a.created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    dealId: String(row.id),
    title: publicTitle(row),
    below: row.below_amount,
    currency: row.below_currency,
    withDelivery: row.with_delivery,
    at: row.created_at.toISOString(),
  }));
};
