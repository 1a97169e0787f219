import type { Transaction } from 'kysely';
import type * as calls from '@izgodno/contract/sales/calls';
import { saleFieldErrors, type Sale } from '@izgodno/contract/sales/calls';
import { CallError } from '#platform/http/errors.ts';
import { applyStatus, lockDeal } from '#features/deals/api.ts';
import type { Connection, Schema } from '#schema/schema.ts';
import { maySell, otherSide } from './sale-policy.ts';
import type { SalesCall, SalesContext } from './sales-context.ts';

/** The sale of a deal as one of its sides sees it; null if there is none, or for anyone else. */
export const readSale = async (
  connection: Connection,
  dealId: number,
  userId: string,
): Promise<Sale | null> => {
  const row = await connection
    .selectFrom('sales as s')
    .innerJoin('users as seller', 'seller.id', 's.seller_id')
    .innerJoin('users as buyer', 'buyer.id', 's.buyer_id')
    .leftJoin('ratings as r', (join) =>
      join.onRef('r.deal_id', '=', 's.deal_id').on('r.rater_id', '=', userId),
    )
    .select([
      's.seller_id as sellerId',
      'seller.name as sellerName',
      's.buyer_id as buyerId',
      'buyer.name as buyerName',
      's.sold_at as soldAt',
      'r.stars',
      'r.text',
      'r.shown_at as shownAt',
    ])
    .where('s.deal_id', '=', dealId)
    .executeTakeFirst();
  if (row === undefined || otherSide(userId, row) === null) return null;
  const { stars, text, shownAt } = row;
  return {
    dealId: String(dealId),
    seller: { id: row.sellerId, name: row.sellerName },
    buyer: { id: row.buyerId, name: row.buyerName },
    soldAt: row.soldAt.toISOString(),
    ownRating: stars === null || text === null ? null : { stars, text, shown: shownAt !== null },
  };
};

/** Throws `validation_failed` unless the buyer wrote to the seller in their direct conversation. */
const requireBuyer = async (
  transaction: Transaction<Schema>,
  sellerId: string,
  buyerId: string,
): Promise<void> => {
  const said =
    buyerId === sellerId
      ? undefined
      : await transaction
          .selectFrom('channels as c')
          .innerJoin('messages as m', 'm.channel_id', 'c.id')
          .select('m.id')
          .where('c.direct_key', '=', [sellerId, buyerId].toSorted().join(' '))
          .where('m.sender_id', '=', buyerId)
          .limit(1)
          .executeTakeFirst();
  if (said !== undefined) return;
  const code = saleFieldErrors.hasNotWritten;
  const message = 'This person has not written to you about a deal.';
  throw new CallError('validation_failed', { fields: { buyerId: { code, message } } });
};

/**
 * Stores to whom a deal was sold. Returns false if that was known. Throws `status_conflict` if a
 * sale to somebody else has been rated.
 */
const storeSale = async (
  transaction: Transaction<Schema>,
  sale: { readonly dealId: number; readonly sellerId: string; readonly buyerId: string },
  at: Date,
): Promise<boolean> => {
  const { dealId, sellerId, buyerId } = sale;
  // A rating locks the sale. The next statement sees one that was waited for.
  await transaction
    .selectFrom('sales')
    .select('deal_id')
    .where('deal_id', '=', dealId)
    .forUpdate()
    .execute();
  const known = await transaction
    .selectFrom('sales as s')
    .leftJoin('ratings as r', 'r.deal_id', 's.deal_id')
    .select(['s.buyer_id as buyerId', 'r.id as ratingId'])
    .where('s.deal_id', '=', dealId)
    .executeTakeFirst();
  if (known?.buyerId === buyerId) return false;
  if (known !== undefined && known.ratingId !== null) throw new CallError('status_conflict');
  await transaction
    .insertInto('sales')
    .values({ deal_id: dealId, seller_id: sellerId, buyer_id: buyerId, sold_at: at })
    .onConflict((conflict) =>
      conflict.column('deal_id').doUpdateSet({ buyer_id: buyerId, sold_at: at }),
    )
    .execute();
  return true;
};

const readDeal = async ({ dealLookup }: SalesContext, dealId: number) => {
  const [deal] = await dealLookup.read([dealId]);
  if (deal === undefined) throw new CallError('not_found');
  return deal;
};

/**
 * Marks a deal as sold and, if a buyer is named, asks them for a rating. Throws `not_found`,
 * `forbidden`, `validation_failed`, `status_conflict`.
 */
export const sellDeal: SalesCall<typeof calls.sellDeal> = async (
  context,
  { params, body: { buyerId }, user },
) => {
  const { database, bus, clock, noticePublisher } = context;
  const dealId = Number(params.id);
  await readDeal(context, dealId);
  await noticePublisher.transaction(async (transaction, notify) => {
    const deal = await lockDeal(transaction, dealId);
    if (!maySell(user.id, deal)) throw new CallError('forbidden');
    if (buyerId !== undefined) await requireBuyer(transaction, user.id, buyerId);
    const now = clock.now();
    await applyStatus({ transaction, bus }, dealId, { kind: 'set', status: 'sold' }, now);
    if (buyerId === undefined) return;
    const sale = { dealId, sellerId: user.id, buyerId };
    if (!(await storeSale(transaction, sale, new Date(now)))) return;
    const seller = await transaction
      .selectFrom('users')
      .select(['id', 'name'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    const about = { kind: 'sale_to_rate', dealId, seller } as const;
    await notify([{ userId: buyerId, occasion: `sale_to_rate:${dealId}`, about }]);
  });
  return {
    deal: await readDeal(context, dealId),
    sale: await readSale(database, dealId, user.id),
  };
};

export const getSale: SalesCall<typeof calls.getSale> = async (context, { params, user }) => ({
  sale: await readSale(context.database, Number(params.id), user.id),
});
