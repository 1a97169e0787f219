import { sql, type RawBuilder, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { currencySchema, type Money } from '@izgodno/contract/common/money';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { dealStatusSchema, type DealStatus } from '@izgodno/contract/deals/vocabulary';
import { AWAITS_GROUPING } from '#features/deals/api.ts';
import type { Schema } from '#schema/schema.ts';
import type { ChangeNotices, NoticeDraft, NoticeSubject, Notify } from '#features/notices/api.ts';
import { passOnFavorites } from './pass-on-favorites.ts';

/** A favourite as its user last saw it, and its present state. */
interface KnownAndNow {
  readonly dealId: number;
  readonly known: KnownDeal;
  readonly now: KnownDeal;
}

interface KnownDeal {
  readonly price: Money;
  /** Cents in euro, by which prices in all currencies are compared. */
  readonly priceEur: number;
  readonly inStock: boolean;
  readonly status: DealStatus;
}

const isAvailable = ({ inStock, status }: KnownDeal): boolean => inStock && status === 'active';

/** The one notice for a change, or null. Availability takes precedence over the price. */
const noticeOf = ({ dealId, known, now }: KnownAndNow): NoticeSubject | null => {
  if (now.status !== 'active') {
    return known.status === 'active'
      ? { kind: 'no_longer_available', dealId, why: now.status }
      : null;
  }
  if (!isAvailable(now)) return null;
  if (!isAvailable(known)) return { kind: 'back_in_stock', dealId };
  return now.priceEur < known.priceEur
    ? { kind: 'price_drop', dealId, oldPrice: known.price }
    : null;
};

const rowSchema = z.array(
  z.object({
    user_id: z.string(),
    deal_id: z.int(),
    version: z.int(),
    known_amount: z.int(),
    known_currency: currencySchema,
    known_price_eur: z.int(),
    known_in_stock: z.boolean(),
    known_status: dealStatusSchema,
    amount: z.int(),
    currency: currencySchema,
    price_eur: z.int(),
    in_stock: z.boolean(),
    status: dealStatusSchema,
    is_own: z.boolean(),
  }),
);

/** Favourites per transaction. */
const BATCH = 1_000;

/**
 * Favourites of these deals `d` that differ from what their users last saw. Their users are locked first,
 * as by acts on users.
 */
const takeChanged = async (
  transaction: Transaction<Schema>,
  among: RawBuilder<unknown>,
): Promise<z.infer<typeof rowSchema>> => {
  const { rows } = await sql`
    SELECT f.user_id, f.deal_id, d.change_seq AS version, f.known_amount, f.known_currency, f.known_price_eur,
           f.known_in_stock, f.known_status, d.price_amount AS amount, d.price_currency AS currency,
           d.price_eur, d.availability = 'in_stock' AS in_stock, d.status,
           d.seller_id IS NOT DISTINCT FROM f.user_id AS is_own
      FROM deals d JOIN favorites f ON f.deal_id = d.id JOIN users u ON u.id = f.user_id
     WHERE ${among} AND ${AWAITS_GROUPING} IS NOT TRUE
       AND (f.known_price_eur, f.known_in_stock, f.known_status)
           IS DISTINCT FROM (d.price_eur, d.availability = 'in_stock', d.status)
     ORDER BY f.user_id, f.deal_id
     LIMIT ${BATCH}
       FOR KEY SHARE OF u FOR UPDATE OF f`.execute(transaction);
  return expectShape(rowSchema, rows);
};

/** Stores that their users have seen the deals as these rows were read. */
const storeKnown = async (
  transaction: Transaction<Schema>,
  rows: z.infer<typeof rowSchema>,
): Promise<void> => {
  await sql`
    UPDATE favorites f
       SET known_amount = r.amount, known_currency = r.currency, known_price_eur = r.price_eur,
           known_in_stock = r.in_stock, known_status = r.status
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           AS r(user_id uuid, deal_id bigint, amount bigint, currency text, price_eur bigint,
                in_stock boolean, status text)
     WHERE f.user_id = r.user_id AND f.deal_id = r.deal_id`.execute(transaction);
};

const toNotice = (row: z.infer<typeof rowSchema>[number]): NoticeDraft | [] => {
  const about = noticeOf({
    dealId: row.deal_id,
    known: {
      price: { amount: row.known_amount, currency: row.known_currency },
      priceEur: row.known_price_eur,
      inStock: row.known_in_stock,
      status: row.known_status,
    },
    now: {
      price: { amount: row.amount, currency: row.currency },
      priceEur: row.price_eur,
      inStock: row.in_stock,
      status: row.status,
    },
  });
  // Sellers know what they change.
  return about === null || row.is_own
    ? []
    : {
        userId: row.user_id,
        occasion: `${about.kind}:${row.deal_id}:${row.version}`,
        about,
      };
};

/** Notifies of some changes of these deals; returns the number of favourites. */
const notifyAmong = async (
  transaction: Transaction<Schema>,
  notify: Notify,
  among: RawBuilder<unknown>,
): Promise<number> => {
  const rows = await takeChanged(transaction, among);
  await notify(rows.flatMap(toNotice));
  await storeKnown(transaction, rows);
  return rows.length;
};

/**
 * Notifies users of changes of their favourites, exactly once per user and change, because what a
 * user last saw is stored in the transaction that writes the notice. Users who know that a favourite
 * was removed are notified that it is back once it has a successor.
 */
export const createFavoriteNotices = ({
  database,
  noticePublisher,
}: Pick<ChangeNotices, 'database' | 'noticePublisher'>): ChangeNotices => ({
  database,
  noticePublisher,
  reader: 'favorite-alerts',
  passOn: passOnFavorites,
  notifyAmong,
});
