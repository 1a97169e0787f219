import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { convertMinor } from '@izgodno/contract/common/money';
import { maskPhoneNumbers } from '@izgodno/contract/common/phone-numbers';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { type ChoiceSummary, type Deal, dealSchema } from '@izgodno/contract/deals/deal';
import { MEMBERS_SOURCE } from '@izgodno/contract/deals/vocabulary';
import type { Clock } from '#platform/clock.ts';
import type { FacetNames, Names, SourceDetails } from './facet-names.ts';
import type { ChoiceCounts, DealRow } from './deal-repository.ts';
import { assess } from './prices/read-assessments.ts';

/**
 * The former price: the lowest of the thirty days before, if we observed the price for as long; until
 * then the one that the seller claims, with the seller's name and without a discount.
 */
const formerPrice = (
  row: DealRow,
  sourceName: string,
): Pick<Deal, 'originalPrice' | 'discountPercent' | 'claim'> => {
  if (row.discount_percent !== null && row.observed_low !== null) {
    const originalPrice = { amount: row.observed_low, currency: 'EUR' } as const;
    return { originalPrice, discountPercent: row.discount_percent };
  }
  if (row.original_amount === null || row.observed_long) return {};
  return {
    claim: {
      price: { amount: row.original_amount, currency: row.price_currency },
      by: row.merchant ?? row.seller_name ?? sourceName,
    },
  };
};

/** When a deal was last seen as it is shown; null if unknown. */
export const lastChecked = (
  { unread_since, checked_at }: Pick<DealRow, 'unread_since' | 'checked_at'>,
  source: Pick<SourceDetails, 'checkedAt'>,
): Date | null => unread_since ?? checked_at ?? source.checkedAt;

/** The price of delivery and what a deal costs with it, in euro; empty if that is unknown. */
export const deliveryOf = ({
  delivery_eur,
  delivery_days,
  price_amount,
  price_currency,
}: Pick<DealRow, 'delivery_eur' | 'delivery_days' | 'price_amount' | 'price_currency'>): Pick<
  Deal,
  'delivery' | 'deliveryDays' | 'total'
> =>
  delivery_eur === null
    ? {}
    : {
        delivery: { amount: delivery_eur, currency: 'EUR' },
        ...(delivery_days === null ? {} : { deliveryDays: delivery_days }),
        total: {
          amount: convertMinor(price_amount, price_currency, 'EUR') + delivery_eur,
          currency: 'EUR',
        },
      };

const choiceKind = ({ count, sizes, colours, names }: ChoiceCounts): ChoiceSummary['kind'] => {
  if (names > 1) return 'choice';
  if (sizes === count && colours < 2) return 'size';
  return colours === count && sizes < 2 ? 'colour' : 'choice';
};

/** The choices of a product as cards show them; null if it has only one. */
const summariseChoices = (counts: ChoiceCounts | null): ChoiceSummary | null =>
  counts === null || counts.all < 2
    ? null
    : { count: counts.count, kind: choiceKind(counts), from: counts.prices > 1 };

/** The texts of a deal, without the telephone numbers of members. */
const publicTexts = (
  row: Pick<DealRow, 'source_id' | 'title' | 'description' | 'tags'>,
): Pick<Deal, 'title' | 'description' | 'masked' | 'tags'> => {
  const { source_id, title, description, tags } = row;
  if (source_id !== MEMBERS_SOURCE) return { title, description, tags };
  const shown = {
    title: maskPhoneNumbers(title),
    description: maskPhoneNumbers(description),
    tags: tags.filter((tag) => maskPhoneNumbers(tag) === tag),
  };
  const isMasked =
    shown.title !== title || shown.description !== description || shown.tags.length < tags.length;
  return isMasked ? { ...shown, masked: true } : shown;
};

/** Compiled, because a page has dozens of deals; input and output types are the same. */
const deliveredDealSchema = z.compile(dealSchema);

/**
 * Maps a row to the contract's deal. Throws if its source has no name, because the row would be an
 * orphan.
 */
const presentDeal = (row: DealRow, names: Names, now: number, whole: boolean): Deal => {
  const source = names.sources.get(row.source_id);
  if (source === undefined)
    throw new Error(`deal ${row.id} has the unknown source ${row.source_id}`);
  const checkedAt = lastChecked(row, source);
  const choices = summariseChoices(row.choices);
  const location = row.location_id === null ? undefined : names.locations.get(row.location_id);

  return {
    id: String(row.id),
    ...(whole
      ? { title: row.title, description: row.description, tags: row.tags }
      : publicTexts(row)),
    media: row.media,
    price: { amount: row.price_amount, currency: row.price_currency },
    ...formerPrice(row, source.name),
    priceVerdict: assess(row.observations, now),
    ...deliveryOf(row),
    ...(row.lowest_total_eur === null
      ? {}
      : { total: { amount: row.lowest_total_eur, currency: 'EUR' } }),
    category: row.category,
    condition: row.condition,
    ...(row.location_id === null || location === undefined
      ? {}
      : { location: { id: row.location_id, name: location } }),
    source: {
      id: row.source_id,
      name: source.name,
      ...(source.names === null ? {} : { names: source.names }),
      group: source.group,
      ...(source.commission ? { commission: true } : {}),
    },
    ...(row.link === null ? {} : { url: row.link }),
    ...(row.merchant === null ? {} : { merchant: row.merchant }),
    ...(row.brand === null ? {} : { brand: row.brand }),
    ...(row.details === null ? {} : { details: row.details }),
    ...(choices === null ? {} : { choices }),
    ...(row.offer_count < 2 ? {} : { offerCount: row.offer_count }),
    ...(row.seller_id === null || row.seller_name === null
      ? {}
      : { seller: { id: row.seller_id, name: row.seller_name } }),
    status: row.status,
    inStock: row.availability === 'in_stock',
    ...(row.rating === null ? {} : { rating: row.rating / 10 }),
    views: row.views,
    likes: row.likes,
    comments: row.comments,
    temperature: row.temperature,
    postedAt: row.posted_at.toISOString(),
    ...(checkedAt === null ? {} : { checkedAt: checkedAt.toISOString() }),
  };
};

/** Ids of deals that were logged as broken; then the list begins again. */
const MAX_REPORTED = 1_000;

/**
 * Maps rows to deals by their ids, in the same order, with what their prices are worth now. A row
 * that does not fit the contract is logged once and left out, because a list must not fail for it.
 */
export type PresentDeals = (
  rows: readonly DealRow[],
  options?: {
    /** With telephone numbers, for their owners and moderators. */
    readonly whole?: boolean;
  },
) => Promise<ReadonlyMap<number, Deal>>;

interface PresentDealsDependencies {
  readonly names: FacetNames;
  readonly clock: Clock;
  readonly logger: Pick<FastifyBaseLogger, 'error'>;
}

export const createPresentDeals = ({
  names,
  clock,
  logger,
}: PresentDealsDependencies): PresentDeals => {
  const reported = new Set<number>();

  const present = (row: DealRow, known: Names, now: number, whole: boolean): Deal | null => {
    try {
      return expectShape(deliveredDealSchema, presentDeal(row, known, now, whole));
    } catch (error) {
      if (reported.has(row.id)) return null;
      if (reported.size >= MAX_REPORTED) reported.clear();
      reported.add(row.id);
      logger.error({ err: error, dealId: row.id }, 'a stored deal cannot be shown');
      return null;
    }
  };

  return async (rows, { whole = false } = {}) => {
    const known = await names.read(rows.map((row) => row.source_id));
    const now = clock.now();
    return new Map(
      rows.flatMap((row) => {
        const deal = present(row, known, now, whole);
        return deal === null ? [] : [[row.id, deal] as const];
      }),
    );
  };
};
