import { sql } from 'kysely';
import * as z from 'zod/mini';
import { convertMinor, currencySchema } from '@izgodno/contract/common/money';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { DAY_MS } from '@izgodno/contract/common/durations';
import {
  isNextInRange,
  readPages,
  type TransactionRange,
} from '#platform/database/transaction-position.ts';
import type { Database } from '#schema/schema.ts';
import type { SetFilters } from '#features/search/api.ts';

/** Rows read at once; parsing them blocks the event loop for some milliseconds, and each may match many searches. */
const PAGE = 1_000;
/** Latest prices of a deal that are read. */
const PRICES = 9;
/** A search notifies of a deal at most once in this time, so older prices do not matter. */
const PRICES_SINCE_MS = DAY_MS;

const priceSchema = z.object({
  /** Milliseconds since the epoch. */
  at: z.int(),
  amount: z.int(),
  currency: currencySchema,
});

const rowSchema = z.array(
  z.object({
    id: z.int(),
    xid: z.int(),
    is_live: z.boolean(),
    price_eur: z.int(),
    delivery_eur: z.nullable(z.int()),
    discount_percent: z.nullable(z.int()),
    created_at: z.date(),
    prices: z.array(priceSchema),
  }),
);
type Row = z.infer<typeof rowSchema>[number];

interface ChangedOffer {
  /** Euro cents. */
  readonly price: number;
  /** With the present delivery, as far as that is known. Euro cents. */
  readonly total: number;
  /** Percent; 0 where none is claimed. */
  readonly discount: number;
}

/** An available deal that has changed. */
export interface ChangedDeal extends ChangedOffer {
  readonly id: number;
  readonly createdAt: number;
  /** When its price last changed; null if never. */
  readonly repricedAt: number | null;
  /** Its earlier offers, as far back as they matter. */
  readonly before: readonly ChangedOffer[];
}

const offerOf = (
  { amount, currency }: z.infer<typeof priceSchema>,
  delivery: number,
): ChangedOffer => {
  const price = convertMinor(amount, currency, 'EUR');
  // Reductions are known of the present price only.
  return { price, total: price + delivery, discount: 0 };
};

const changedDealOf = (row: Row): ChangedDeal => {
  const [latest, ...earlier] = row.prices;
  const delivery = row.delivery_eur ?? 0;
  // Each price was valid until the next one, which precedes it in the list.
  const recent = earlier.filter(
    (_, rank) => (row.prices[rank]?.at ?? 0) > (latest?.at ?? 0) - PRICES_SINCE_MS,
  );
  return {
    id: row.id,
    price: row.price_eur,
    total: row.price_eur + delivery,
    discount: row.discount_percent ?? 0,
    createdAt: row.created_at.getTime(),
    repricedAt: earlier.length === 0 ? null : (latest?.at ?? null),
    before: recent.map((price) => offerOf(price, delivery)),
  };
};

const readPage = async (
  database: Database,
  range: TransactionRange,
  after: Row | null,
): Promise<readonly Row[]> => {
  const { rows } = await sql`
    SELECT d.id, d.change_xid::text::bigint AS xid, d.status = 'active' AND d.deleted_at IS NULL AS is_live,
           d.price_eur, d.delivery_eur, d.discount_percent, d.created_at, seen.prices
      FROM deals d
      CROSS JOIN LATERAL (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
                 'at', floor(extract(epoch FROM observed_at) * 1000)::bigint, 'amount', price_amount,
                 'currency', price_currency)
               ORDER BY observed_at DESC), '[]') AS prices
          FROM (SELECT * FROM price_observations WHERE deal_id = d.id
                 ORDER BY observed_at DESC LIMIT ${PRICES}) latest) seen
     WHERE ${isNextInRange({ xid: 'd.change_xid', id: 'd.id' }, range, after)}
     ORDER BY d.change_xid, d.id LIMIT ${PAGE}`.execute(database);
  return expectShape(rowSchema, rows);
};

/** The available deals among the changes of transactions, a page at a time. */
export async function* readChangedDeals(
  database: Database,
  ranges: readonly TransactionRange[],
): AsyncGenerator<readonly ChangedDeal[]> {
  const pages = readPages<Row>(ranges, PAGE, (...from) => readPage(database, ...from));
  for await (const rows of pages) yield rows.filter(({ is_live }) => is_live).map(changedDealOf);
}

const isWithin = (filters: SetFilters, offer: ChangedOffer): boolean =>
  offer.price >= (filters.minPrice ?? 0) &&
  offer.price <= (filters.maxPrice ?? Infinity) &&
  offer.total >= (filters.minTotal ?? 0) &&
  offer.total <= (filters.maxTotal ?? Infinity) &&
  offer.discount >= (filters.minDiscount ?? 0);

const earlierOffers = (deal: ChangedDeal, since: number): readonly ChangedOffer[] =>
  deal.repricedAt !== null && deal.repricedAt > since
    ? deal.before.filter(({ price }) => deal.price < price)
    : [];

/** Whether a deal is news for some search: it is new, or its price has fallen. */
export const isNewOrCheaper = (deal: ChangedDeal, since: number): boolean =>
  deal.createdAt > since || earlierOffers(deal, since).length > 0;

/** Whether a deal that passes filters is news for them: it is new, or its price has fallen into their range. */
export const hasComeInto = (filters: SetFilters, deal: ChangedDeal, since: number): boolean =>
  deal.createdAt > since || earlierOffers(deal, since).some((offer) => !isWithin(filters, offer));
