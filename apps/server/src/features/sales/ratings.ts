import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type * as calls from '@izgodno/contract/sales/calls';
import { RATING_HIDDEN_MS, type Rating } from '@izgodno/contract/sales/calls';
import { monthOf } from '#platform/clock.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutPageBy, readPageCursor } from '#platform/http/page-cursor.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { publicTitle } from '#features/deals/api.ts';
import { closeReportsOf, holdReporters } from '#features/moderation/api.ts';
import { holdRecipients, noticesOfReports } from '#features/notices/api.ts';
import type { Connection } from '#schema/schema.ts';
import { mayRemoveRating, mayReply, otherSide } from './sale-policy.ts';
import { readSale } from './sales.ts';
import type { SalesCall, SalesContext } from './sales-context.ts';

/**
 * Rates the other side of a sale. Throws `not_found`, `forbidden` for anyone who is no side of it, and
 * `already_rated`.
 */
export const rateSale: SalesCall<typeof calls.rateSale> = async (
  { database, clock },
  { params, body: { stars, text }, user },
) => {
  const dealId = Number(params.id);
  const now = clock.now();
  await database.transaction().execute(async (transaction) => {
    const sales = transaction
      .selectFrom('sales')
      .select(['seller_id as sellerId', 'buyer_id as buyerId', 'sold_at as soldAt'])
      .where('deal_id', '=', dealId);
    const sides = await sales.executeTakeFirst();
    await holdRecipients(transaction, [sides?.sellerId ?? null, sides?.buyerId ?? null]);
    // Both sides may rate at the same time; the second one shows both ratings.
    const sale = await sales.forUpdate().executeTakeFirst();
    if (sale === undefined) {
      const deal = await transaction
        .selectFrom('deals')
        .select('id')
        .where('id', '=', dealId)
        .executeTakeFirst();
      throw new CallError(deal === undefined ? 'not_found' : 'forbidden');
    }
    const ratedId = otherSide(user.id, sale);
    if (ratedId === null) throw new CallError('forbidden');
    const isLate = now - sale.soldAt.getTime() >= RATING_HIDDEN_MS;
    const stored = await transaction
      .insertInto('ratings')
      .values({
        id: createUuidV7(now),
        deal_id: dealId,
        rater_id: user.id,
        rated_id: ratedId,
        stars,
        text,
        reply: null,
        created_at: new Date(now),
        shown_at: isLate ? new Date(now) : null,
        removed_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (stored === undefined) throw new CallError('already_rated');
    await transaction
      .updateTable('ratings')
      .set({ shown_at: new Date(now) })
      .where('deal_id', '=', dealId)
      .where('shown_at', 'is', null)
      .where(sql<boolean>`(SELECT count(*) FROM ratings WHERE deal_id = ${dealId}) = 2`)
      .execute();
  });
  const sale = await readSale(database, dealId, user.id);
  if (sale === null) throw new CallError('forbidden');
  return { sale };
};

/** Shows the ratings of sales whose other side has not rated in time. */
export const showWaitingRatings = async ({
  database,
  clock,
}: Pick<SalesContext, 'database' | 'clock'>): Promise<void> => {
  const now = clock.now();
  await database
    .updateTable('ratings')
    .set({ shown_at: new Date(now) })
    .where('shown_at', 'is', null)
    .where('deal_id', 'in', (query) =>
      query
        .selectFrom('sales')
        .select('deal_id')
        .where('sold_at', '<=', new Date(now - RATING_HIDDEN_MS)),
    )
    .execute();
};

/** The ratings that everyone sees. */
const shownRatings = (connection: Connection) =>
  connection
    .selectFrom('ratings as r')
    .innerJoin('deals as d', 'd.id', 'r.deal_id')
    .innerJoin('sales as s', 's.deal_id', 'r.deal_id')
    .innerJoin('users as u', 'u.id', 'r.rater_id')
    .select([
      'r.id',
      'r.deal_id as dealId',
      'd.source_id',
      'd.title',
      'r.rater_id as raterId',
      'u.name as raterName',
      's.seller_id as sellerId',
      'r.stars',
      'r.text',
      'r.reply',
      'r.created_at as createdAt',
      'r.shown_at as shownAt',
    ])
    .where('r.shown_at', 'is not', null)
    .where('r.removed_at', 'is', null);

type ShownRow = Awaited<ReturnType<ReturnType<typeof shownRatings>['execute']>>[number];

const present = (row: ShownRow): Rating => ({
  id: row.id,
  deal: { id: String(row.dealId), title: publicTitle(row) },
  rater: { id: row.raterId, name: row.raterName },
  role: row.raterId === row.sellerId ? 'seller' : 'buyer',
  stars: row.stars,
  text: row.text,
  reply: row.reply,
  createdAt: row.createdAt.toISOString(),
});

const cursorSchema = z.tuple([z.int(), z.uuid()]);

/** Last shown first. Throws `not_found`. */
export const listRatings: SalesCall<typeof calls.listRatings> = async (
  { database },
  { params, query: { limit, cursor } },
) => {
  const member = await database
    .selectFrom('users')
    .select('created_at as createdAt')
    .where('id', '=', params.id)
    .executeTakeFirst();
  if (member === undefined) throw new CallError('not_found');
  const after = readPageCursor(cursorSchema, cursor);
  const [totals, found] = await Promise.all([
    database
      .selectFrom('ratings')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('stars').as('stars')])
      .where('rated_id', '=', params.id)
      .where('shown_at', 'is not', null)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow(),
    shownRatings(database)
      .where('r.rated_id', '=', params.id)
      .$if(after !== null, (list) =>
        list.where(
          sql<boolean>`(r.shown_at, r.id) < (${new Date(after?.[0] ?? 0)}, ${after?.[1] ?? null}::uuid)`,
        ),
      )
      .orderBy('r.shown_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(limit + 1)
      .execute(),
  ]);
  const { rows, nextCursor } = cutPageBy(found, limit, ({ shownAt, id }) => [
    shownAt?.getTime() ?? 0,
    id,
  ]);
  return {
    score: totals.count === 0 ? null : Math.round((totals.stars / totals.count) * 10) / 10,
    count: totals.count,
    // The day of registration is private.
    memberSince: monthOf(member.createdAt.getTime()),
    ratings: rows.map(present),
    nextCursor,
  };
};

/** Throws `not_found`, `forbidden`, `already_rated`. */
export const replyToRating: SalesCall<typeof calls.replyToRating> = async (
  { database },
  { params, body: { text }, user },
) => {
  const rating = await database
    .selectFrom('ratings')
    .select(['rated_id as ratedId'])
    .where('id', '=', params.id)
    .where('shown_at', 'is not', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (rating === undefined) throw new CallError('not_found');
  if (!mayReply(user.id, rating)) throw new CallError('forbidden');
  const stored = await database
    .updateTable('ratings')
    .set({ reply: text })
    .where('id', '=', params.id)
    .where('reply', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (stored === undefined) throw new CallError('already_rated');
  const row = await shownRatings(database).where('r.id', '=', params.id).executeTakeFirst();
  if (row === undefined) throw new CallError('not_found');
  return { rating: present(row) };
};

/**
 * Removes a rating and records the moderator and the reason. Throws `not_found`, `forbidden` for one
 * of the moderator's own.
 */
export const removeRating: SalesCall<typeof calls.removeRating> = async (
  { noticePublisher, clock, audit },
  { params, body: { reason }, user },
) =>
  noticePublisher.transaction(async (transaction, notify) => {
    const raters = await transaction
      .selectFrom('ratings')
      .select('rater_id as id')
      .where('id', '=', params.id)
      .execute();
    await holdReporters(
      transaction,
      params.id,
      raters.map(({ id }) => id),
    );
    const removed = await transaction
      .updateTable('ratings')
      .set({ removed_at: new Date(clock.now()) })
      .where('id', '=', params.id)
      .where('removed_at', 'is', null)
      .returning(['rated_id as ratedId', 'rater_id as raterId'])
      .executeTakeFirst();
    if (removed === undefined) throw new CallError('not_found');
    if (!mayRemoveRating(user, removed)) throw new CallError('forbidden');
    const subject = { kind: 'user', id: removed.ratedId } as const;
    const { raterId } = removed;
    const details = { rating: params.id, rater: raterId };
    await audit.record(
      { actorId: user.id, action: 'rating.remove', subject, reason, ownerId: raterId, details },
      transaction,
    );
    const about = { kind: 'moderation_decision', decided: 'rating_removed', reason } as const;
    const closed = await closeReportsOf(transaction, params.id, new Date(clock.now()));
    await notify([
      { userId: raterId, occasion: `rating_removed:${params.id}`, about },
      ...(closed === null
        ? []
        : noticesOfReports({ ...closed, decision: params.id, outcome: 'upheld' })),
    ]);
    return {};
  });

/** The ratings that a user gave, last first, for their data export. */
export const readRatingsOf = async (
  connection: Connection,
  userId: string,
): Promise<AccountParts['ratings']> => {
  const rows = await connection
    .selectFrom('ratings as r')
    .innerJoin('deals as d', 'd.id', 'r.deal_id')
    .select(['r.deal_id', 'd.source_id', 'd.title', 'r.rated_id'])
    .select(['r.stars', 'r.text', 'r.created_at'])
    .where('r.rater_id', '=', userId)
    .orderBy('r.created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    dealId: String(row.deal_id),
    title: publicTitle(row),
    userId: row.rated_id,
    stars: row.stars,
    text: row.text,
    at: row.created_at.toISOString(),
  }));
};

/** The replies of a user to the ratings that they got, for their data export. */
export const readRepliesOf = async (
  connection: Connection,
  userId: string,
): Promise<AccountParts['ratingReplies']> => {
  const rows = await connection
    .selectFrom('ratings')
    .select(['id', 'deal_id', 'reply'])
    .where('rated_id', '=', userId)
    // Only what is shown has an index, and replies.
    .where('shown_at', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('shown_at', 'desc')
    .execute();
  return rows.flatMap(({ id, deal_id, reply }) =>
    reply === null ? [] : [{ ratingId: id, dealId: String(deal_id), text: reply }],
  );
};
