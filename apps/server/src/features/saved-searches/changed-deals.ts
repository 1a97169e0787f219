import { sql } from 'kysely';
import * as z from 'zod/mini';
import { currencySchema, euroCents } from '@izgodno/contract/common/money';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { DAY_MS } from '@izgodno/contract/common/durations';
import {
  isNextInRange,
  readPages,
  type TransactionRange,
} from '#platform/database/transaction-position.ts';
import type { Database } from '#schema/schema.ts';
import { isActive } from '#features/deals/api.ts';
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
    /** The offer that it represents and that has the lowest price with delivery, if another has. */
    lowest: z.nullable(z.object({ delivery: z.int(), prices: z.array(priceSchema) })),
  }),
);
type Row = z.infer<typeof rowSchema>[number];

interface ChangedOffer {
  /** Euro cents. */
  readonly price: number;
  /** The lowest of its offers, with the present delivery as far as that is known. Euro cents. */
  readonly total: number;
  /** Percent; 0 where none is claimed. */
  readonly discount: number;
}

/** An available deal that has changed. */
export interface ChangedDeal extends ChangedOffer {
  readonly id: number;
  readonly createdAt: number;
  /** When its price or its total last changed; null if never. */
  readonly repricedAt: number | null;
  /** Its earlier offers, as far back as they matter. */
  readonly before: readonly ChangedOffer[];
}

type Price = z.infer<typeof priceSchema>;

/** What a deal cost from a time on: each price, the latest first, was valid until the next one. */
const offerAt = (row: Row, at: number): ChangedOffer => {
  const isBy = (price: Price): boolean => price.at <= at;
  const own = row.prices.find(isBy) ?? row.prices.at(-1);
  const price = own === undefined || own === row.prices[0] ? row.price_eur : euroCents(own);
  const lowest = row.lowest?.prices.find(isBy);
  const total = Math.min(
    price + (row.delivery_eur ?? 0),
    row.lowest === null || lowest === undefined
      ? Infinity
      : euroCents(lowest) + row.lowest.delivery,
  );
  // Reductions are known of the present price only.
  return { price, total, discount: price === row.price_eur ? (row.discount_percent ?? 0) : 0 };
};

const changedDealOf = (row: Row): ChangedDeal => {
  const changes = [...row.prices, ...(row.lowest?.prices ?? [])].map(({ at }) => at);
  const times = [...new Set(changes)].toSorted((one, other) => other - one);
  const [latest = 0, ...earlier] = times;
  const recent = earlier.filter((_, rank) => (times[rank] ?? 0) > latest - PRICES_SINCE_MS);
  return {
    ...offerAt(row, Infinity),
    id: row.id,
    createdAt: row.created_at.getTime(),
    repricedAt: earlier.length === 0 ? null : latest,
    before: recent.map((at) => offerAt(row, at)),
  };
};

/** The latest prices of an offer, the latest first. */
const pricesOf = (id: string) => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object(
           'at', floor(extract(epoch FROM observed_at) * 1000)::bigint, 'amount', price_amount,
           'currency', price_currency)
         ORDER BY observed_at DESC), '[]')
    FROM (SELECT * FROM price_observations WHERE deal_id = ${sql.ref(id)}
           ORDER BY observed_at DESC LIMIT ${PRICES}) latest)`;

const readPage = async (
  database: Database,
  range: TransactionRange,
  after: Row | null,
): Promise<readonly Row[]> => {
  const { rows } = await sql`
    SELECT d.id, d.change_xid::text::bigint AS xid, ${isActive('d')} AS is_live,
           d.price_eur, d.delivery_eur, d.discount_percent, d.created_at,
           ${pricesOf('d.id')} AS prices,
           CASE WHEN d.lowest_total_eur IS NOT NULL THEN (
             SELECT jsonb_build_object('delivery', o.delivery_eur, 'prices', ${pricesOf('o.id')})
               FROM deals o
              WHERE o.represented_by = d.id AND ${isActive('o')}
                AND o.price_eur + o.delivery_eur = d.lowest_total_eur
              ORDER BY o.id LIMIT 1) END AS lowest
      FROM deals d
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
    ? deal.before.filter(({ price, total }) => deal.price < price || deal.total < total)
    : [];

/** Whether a deal is news for some search: it is new, or its price has fallen. */
export const isNewOrCheaper = (deal: ChangedDeal, since: number): boolean =>
  deal.createdAt > since || earlierOffers(deal, since).length > 0;

/** Whether a deal that passes filters is news for them: it is new, or its price has fallen into their range. */
export const hasComeInto = (filters: SetFilters, deal: ChangedDeal, since: number): boolean =>
  deal.createdAt > since || earlierOffers(deal, since).some((offer) => !isWithin(filters, offer));
