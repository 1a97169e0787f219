import { sql, type RawBuilder, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { currencySchema } from '@izgodno/contract/common/money';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { Clock } from '#platform/clock.ts';
import { isActive } from '#features/deals/api.ts';
import type { ChangeNotices, NoticeDraft } from '#features/notices/api.ts';
import type { Schema } from '#schema/schema.ts';
import { passOnAlerts } from './pass-on-alerts.ts';

/** Alerts per transaction. */
const BATCH = 1_000;

/** Whether a deal `d` can be bought now. */
export const CAN_BE_BOUGHT = sql<boolean>`${isActive('d')} AND d.availability = 'in_stock'`;

/** What a deal `d` costs by an alert `a`, in cents. */
const ALERT_PRICE = sql`(d.price_eur + CASE WHEN a.with_delivery THEN coalesce(d.delivery_eur, 0) ELSE 0 END)`;

const rowsSchema = z.array(
  z.object({
    user_id: z.string(),
    deal_id: z.int(),
    below_amount: z.int(),
    below_currency: currencySchema,
    created_ms: z.number(),
    /** The offer that costs less. */
    offer_id: z.int(),
    /** Its price with delivery in cents; null if that is unknown or does not count. */
    total: z.nullable(z.int()),
  }),
);

/**
 * Open alerts of these deals whose product costs less than asked, with its cheapest offer.
 * Sellers know the prices of their own. The alerts are locked until the transaction ends, so that two
 * concurrent runs notify of each once, and their users before them, as by acts on users. Delivery counts
 * if the user asked for it and its price is known.
 */
const takeReached = async (transaction: Transaction<Schema>, among: RawBuilder<unknown>) => {
  const { rows } = await sql`
    WITH changed AS (
      SELECT DISTINCT coalesce(represented_by, id) AS lead FROM deals d WHERE ${among}
    ), member AS (
      SELECT lead, d.id FROM changed JOIN deals d ON d.id = lead
      UNION ALL
      SELECT lead, d.id FROM changed JOIN deals d ON d.represented_by = lead
    )
    SELECT a.user_id, a.deal_id, a.below_amount, a.below_currency, offer.id AS offer_id, offer.total,
           extract(epoch FROM a.created_at)::float8 * 1000 AS created_ms
      FROM price_alerts a
      JOIN users u ON u.id = a.user_id
      JOIN member ON member.id = a.deal_id
     CROSS JOIN LATERAL (
       SELECT d.id, CASE WHEN a.with_delivery THEN d.price_eur + d.delivery_eur END AS total
         FROM member other JOIN deals d ON d.id = other.id
        WHERE other.lead = member.lead AND ${ALERT_PRICE} < a.below_eur
          AND d.seller_id IS DISTINCT FROM a.user_id
          AND ${CAN_BE_BOUGHT}
        ORDER BY ${ALERT_PRICE}, d.id LIMIT 1
     ) AS offer
     WHERE a.reached_at IS NULL
     ORDER BY a.user_id, a.deal_id
     LIMIT ${BATCH}
       FOR KEY SHARE OF u FOR UPDATE OF a`.execute(transaction);
  return expectShape(rowsSchema, rows);
};

type ReachedRow = z.infer<typeof rowsSchema>[number];

const toNotice = (row: ReachedRow): NoticeDraft => ({
  userId: row.user_id,
  occasion: `price_alert:${row.deal_id}:${Math.round(row.created_ms)}`,
  about: {
    kind: 'price_alert',
    dealId: row.offer_id,
    below: { amount: row.below_amount, currency: row.below_currency },
    ...(row.total === null ? {} : { total: { amount: row.total, currency: 'EUR' } }),
  },
});

const endAlerts = async (
  transaction: Transaction<Schema>,
  rows: readonly ReachedRow[],
  at: Date,
): Promise<void> => {
  await sql`
    UPDATE price_alerts a SET reached_at = ${at}
      FROM unnest(${rows.map(({ user_id }) => user_id)}::uuid[],
                  ${rows.map(({ deal_id }) => deal_id)}::bigint[]) AS r(user_id, deal_id)
     WHERE a.user_id = r.user_id AND a.deal_id = r.deal_id`.execute(transaction);
};

export interface PriceNoticesOptions extends Pick<ChangeNotices, 'database' | 'noticePublisher'> {
  readonly clock: Clock;
}

/**
 * Notifies users of prices below those they asked for. Each alert ends in the transaction that
 * writes its notice, so a user is notified once, also if a run is repeated after a crash.
 */
export const createPriceNotices = ({
  clock,
  database,
  noticePublisher,
}: PriceNoticesOptions): ChangeNotices => ({
  database,
  noticePublisher,
  reader: 'price-alerts',
  passOn: passOnAlerts,
  async notifyAmong(transaction, notify, among) {
    const rows = await takeReached(transaction, among);
    await notify(rows.map(toNotice));
    await endAlerts(transaction, rows, new Date(clock.now()));
    return rows.length;
  },
});
