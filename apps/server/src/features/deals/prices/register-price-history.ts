import type { FastifyInstance } from 'fastify';
import { convertMinor } from '@izgodno/contract/common/money';
import { percentBelow } from '@izgodno/contract/deals/discount';
import {
  getPriceHistory,
  MAX_PRICE_POINTS,
  type PriceHistory,
} from '@izgodno/contract/deals/price-history';
import type { Clock } from '#platform/clock.ts';
import type { Database, DatabaseReads } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { hasEnoughHistory, lowestBefore, priceChanges, type SeenPrice } from './price-rules.ts';

const extremesOf = (points: readonly SeenPrice[]): readonly SeenPrice[] => {
  const [first, ...others] = points;
  if (first === undefined) return [];
  const low = others.reduce((best, point) => (point.amount < best.amount ? point : best), first);
  const high = others.reduce((best, point) => (point.amount > best.amount ? point : best), first);
  return [...new Set([low, high])].toSorted((one, other) => one.at - other.at);
};

/**
 * Reduces points to a number: the first, the last, and of each stretch between them the lowest and
 * highest.
 */
export const downSample = (points: readonly SeenPrice[], most: number): readonly SeenPrice[] => {
  const [first] = points;
  const last = points.at(-1);
  if (points.length <= most || first === undefined || last === undefined) return points;
  const inner = points.slice(1, -1);
  const stretches = Math.floor((most - 2) / 2);
  const extremes = Array.from({ length: stretches }, (_, index) =>
    extremesOf(
      inner.slice(
        Math.floor((index * inner.length) / stretches),
        Math.floor(((index + 1) * inner.length) / stretches),
      ),
    ),
  );
  return [first, ...extremes.flat(), last];
};

/** The newest observations that are read: two years of a price that changes every hour. */
const MAX_OBSERVATIONS = 20_000;

const readDeal = (database: Database, id: number) =>
  database
    .selectFrom('deals')
    .innerJoin('sources', 'sources.id', 'deals.source_id')
    .select([
      'deals.price_eur',
      'deals.price_currency',
      'deals.original_amount',
      'deals.merchant',
      'deals.seller_id',
      'deals.created_at',
      'sources.name',
      'sources.source_group',
    ])
    .where('deals.id', '=', id)
    .where('deals.deleted_at', 'is', null)
    .executeTakeFirst();

const readSeen = async (database: Database, id: number): Promise<readonly SeenPrice[]> => {
  const rows = await database
    .selectFrom('price_observations')
    .select(['observed_at', 'price_amount', 'price_currency'])
    .where('deal_id', '=', id)
    .orderBy('observed_at', 'desc')
    .limit(MAX_OBSERVATIONS)
    .execute();
  return rows.toReversed().map((row) => ({
    at: row.observed_at.getTime(),
    amount: convertMinor(row.price_amount, row.price_currency, 'EUR'),
  }));
};

type DealRow = NonNullable<Awaited<ReturnType<typeof readDeal>>>;

/** Members' offers claim no former price. */
const claimOf = (deal: DealRow): PriceHistory['claimed'] => {
  if (deal.original_amount === null || deal.seller_id !== null) return undefined;
  if (deal.source_group === 'marketplace') return undefined;
  const amount = convertMinor(deal.original_amount, deal.price_currency, 'EUR');
  return {
    amount,
    merchant: deal.merchant ?? deal.name,
    percentBelow: percentBelow(deal.price_eur, amount),
  };
};

const historyOf = (deal: DealRow, seen: readonly SeenPrice[], now: number): PriceHistory => {
  const known =
    seen.length > 0 ? seen : [{ at: deal.created_at.getTime(), amount: deal.price_eur }];
  const changes = priceChanges(known);
  const lowest = lowestBefore(changes, now);
  const claimed = claimOf(deal);
  return {
    points: downSample(changes, MAX_PRICE_POINTS).map(({ at, amount }) => ({
      at: new Date(at).toISOString(),
      amount,
    })),
    current: deal.price_eur,
    enoughHistory: hasEnoughHistory(changes, now),
    ...(lowest === null ? {} : { lowest }),
    ...(claimed === undefined ? {} : { claimed }),
  };
};

interface PriceHistoryDependencies {
  readonly database: Database;
  readonly reads: DatabaseReads;
  readonly clock: Clock;
}

/** The call that returns a deal's price history. */
export const registerPriceHistory = (
  app: FastifyInstance,
  { database, reads, clock }: PriceHistoryDependencies,
): void => {
  addCall(app, getPriceHistory, async ({ params }) => {
    const id = Number(params.id);
    // The deal itself may be new, but not its history.
    const [deal, seen] = await Promise.all([
      readDeal(database, id),
      reads((replica) => readSeen(replica, id)),
    ]);
    if (deal === undefined) throw new CallError('not_found');
    return { history: historyOf(deal, seen, clock.now()) };
  });
};
