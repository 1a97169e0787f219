import { sql, type Transaction } from 'kysely';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type * as calls from '@izgodno/contract/sales/calls';
import { saleFieldErrors, type Sale } from '@izgodno/contract/sales/calls';
import { CallError } from '#platform/http/errors.ts';
import { holdAccount } from '#features/accounts/api.ts';
import { isBlocked } from '#features/blocks/api.ts';
import { applyStatus, lockDeal, publicTitle } from '#features/deals/api.ts';
import { holdRecipients } from '#features/notices/api.ts';
import type { Connection, Schema } from '#schema/schema.ts';
import { maySell, otherSide } from './sale-policy.ts';
import type { SalesCall, SalesContext } from './sales-context.ts';

/** Of the notice to the buyer. */
const occasionOf = (dealId: number): string => `sale_to_rate:${dealId}`;

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

/**
 * Throws `validation_failed` unless the buyer wrote to the seller in their direct conversation, and
 * `person_unavailable` if one of them blocks the other.
 */
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
          // The emptied messages of a deleted account stay. Otherwise it cannot be deleted meanwhile.
          .innerJoin('users as u', 'u.id', 'm.sender_id')
          .select(isBlocked(sql`${sellerId}::uuid`, sql`${buyerId}::uuid`).as('blocked'))
          .where('c.direct_key', '=', [sellerId, buyerId].toSorted().join(' '))
          .where('m.sender_id', '=', buyerId)
          .limit(1)
          .forKeyShare('u')
          .executeTakeFirst();
  if (said === undefined) {
    const code = saleFieldErrors.hasNotWritten;
    const message = 'This person has not written to you about a deal.';
    throw new CallError('validation_failed', { fields: { buyerId: { code, message } } });
  }
  if (said.blocked) throw new CallError('person_unavailable');
};

/**
 * Stores to whom a deal was sold. Returns the users who were known to be its buyer before, or null if
 * this buyer was. Throws `status_conflict` if a sale to somebody else has been rated.
 */
const storeSale = async (
  transaction: Transaction<Schema>,
  sale: { readonly dealId: number; readonly sellerId: string; readonly buyerId: string },
  at: Date,
): Promise<readonly string[] | null> => {
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
  if (known?.buyerId === buyerId) return null;
  if (known !== undefined && known.ratingId !== null) throw new CallError('status_conflict');
  await transaction
    .insertInto('sales')
    .values({ deal_id: dealId, seller_id: sellerId, buyer_id: buyerId, sold_at: at })
    .onConflict((conflict) =>
      conflict.column('deal_id').doUpdateSet({ buyer_id: buyerId, sold_at: at }),
    )
    .execute();
  return known === undefined ? [] : [known.buyerId];
};

const readDeal = async ({ dealLookup }: SalesContext, dealId: number) => {
  const [deal] = await dealLookup.read([dealId]);
  if (deal === undefined) throw new CallError('not_found');
  return deal;
};

/**
 * Marks a deal as sold and, if a buyer is named, asks them for a rating. Throws `not_found`,
 * `forbidden`, `validation_failed`, `person_unavailable`, `status_conflict`, `session_expired`.
 */
export const sellDeal: SalesCall<typeof calls.sellDeal> = async (
  context,
  { params, body: { buyerId }, user },
) => {
  const { database, bus, clock, noticePublisher } = context;
  const dealId = Number(params.id);
  await readDeal(context, dealId);
  const former = await noticePublisher.transaction(async (transaction, notify) => {
    const now = clock.now();
    await holdRecipients(transaction, [user.id, buyerId ?? null]);
    await holdAccount(transaction, user.id, new Date(now));
    const deal = await lockDeal(transaction, dealId);
    if (!maySell(user.id, deal)) throw new CallError('forbidden');
    if (buyerId !== undefined) await requireBuyer(transaction, user.id, buyerId);
    await applyStatus({ transaction, bus }, dealId, { kind: 'set', status: 'sold' }, now);
    if (buyerId === undefined) return [];
    const sale = { dealId, sellerId: user.id, buyerId };
    const formerBuyers = await storeSale(transaction, sale, new Date(now));
    if (formerBuyers === null) return [];
    const occasion = occasionOf(dealId);
    await noticePublisher.withdraw(
      transaction,
      formerBuyers.map((userId) => ({ userId, occasion })),
    );
    const seller = await transaction
      .selectFrom('users')
      .select(['id', 'name'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    const about = { kind: 'sale_to_rate', dealId, seller } as const;
    await notify([{ userId: buyerId, occasion, about }]);
    return formerBuyers;
  });
  await noticePublisher.announceUnread(former);
  return {
    deal: await readDeal(context, dealId),
    sale: await readSale(database, dealId, user.id),
  };
};

export const getSale: SalesCall<typeof calls.getSale> = async (context, { params, user }) => ({
  sale: await readSale(context.database, Number(params.id), user.id),
});

/** What a user sold to members or bought, last first, for their data export. */
export const readSalesOf = async (
  connection: Connection,
  userId: string,
): Promise<AccountParts['sales']> => {
  const rows = await connection
    .selectFrom('sales as s')
    .innerJoin('deals as d', 'd.id', 's.deal_id')
    .select(['s.deal_id', 'd.source_id', 'd.title', 's.seller_id', 's.buyer_id', 's.sold_at'])
    .where((where) =>
      where.or([where('s.seller_id', '=', userId), where('s.buyer_id', '=', userId)]),
    )
    .orderBy('s.sold_at', 'desc')
    .execute();
  return rows.map((row) => ({
    dealId: String(row.deal_id),
    title: publicTitle(row),
    role: row.seller_id === userId ? 'seller' : 'buyer',
    userId: row.seller_id === userId ? row.buyer_id : row.seller_id,
    at: row.sold_at.toISOString(),
  }));
};

/** Notices of buyers name the seller whose account is deleted, so they are erased. */
export const eraseNoticesOfSales = async (
  publisher: Pick<SalesContext['noticePublisher'], 'withdraw' | 'announceUnread'>,
  transaction: Transaction<Schema>,
  sellerId: string,
): Promise<() => void> => {
  const rows = await transaction
    .selectFrom('sales')
    .select(['deal_id', 'buyer_id'])
    .where('seller_id', '=', sellerId)
    .execute();
  await publisher.withdraw(
    transaction,
    rows.map((row) => ({ userId: row.buyer_id, occasion: occasionOf(row.deal_id) })),
  );
  const buyerIds = rows.map((row) => row.buyer_id);
  return () => void publisher.announceUnread(buyerIds);
};
