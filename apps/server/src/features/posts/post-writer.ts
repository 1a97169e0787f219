import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { Money } from '@izgodno/contract/common/money';
import type { Media } from '@izgodno/contract/deals/deal';
import { DEFAULT_DEAL_LIFETIME_DAYS, type DealDraft } from '@izgodno/contract/posts/calls';
import type { Database } from '#schema/schema.ts';
import type { Schema } from '#schema/schema.ts';
import { toColumns } from './draft-columns.ts';

/** The source of members' posts (migration 0040). */
export const MEMBERS_SOURCE = 'users';

/** The content of a post: a checked draft, and the media of its files. */
interface PostContent {
  readonly draft: DealDraft;
  readonly media: readonly Media[];
}

export interface NewPost extends PostContent {
  /** The id in the source of members' posts; the same for each repetition of one post. */
  readonly externalId: string;
  readonly sellerId: string;
}

export interface ChangedPost extends PostContent {
  readonly before: DealDraft;
  /** Null sets the default end; undefined leaves it unchanged. */
  readonly expiresAt: string | null | undefined;
}

const expiryOf = (expiresAt: string | null, now: Date): Date =>
  expiresAt === null
    ? new Date(now.getTime() + DEFAULT_DEAL_LIFETIME_DAYS * DAY_MS)
    : new Date(expiresAt);

const isSame = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.currency === other.currency;

const observePrice = async (
  transaction: Transaction<Schema>,
  dealId: number,
  { price, originalPrice }: DealDraft,
  now: Date,
): Promise<void> => {
  await transaction
    .insertInto('price_observations')
    .values({
      deal_id: dealId,
      observed_at: now,
      price_amount: price.amount,
      price_currency: price.currency,
      original_amount: originalPrice?.amount ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['deal_id', 'observed_at']).doUpdateSet({ price_amount: price.amount }),
    )
    .execute();
};

/** The deal posted under this external id, if any. */
export const findPosted = async (
  database: Database,
  externalId: string,
): Promise<number | undefined> => {
  const posted = await database
    .selectFrom('deals')
    .select('id')
    .where('source_id', '=', MEMBERS_SOURCE)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return posted?.id;
};

/**
 * Stores a post with its first price and returns its deal's id; undefined if it is already stored.
 */
export const insertPost = async (
  transaction: Transaction<Schema>,
  { externalId, sellerId, draft, media }: NewPost,
  now: Date,
): Promise<number | undefined> => {
  const inserted = await transaction
    .insertInto('deals')
    .values({
      ...toColumns(draft, media),
      source_id: MEMBERS_SOURCE,
      external_id: externalId,
      content_hash: createHash('sha256').update(externalId).digest(),
      seller_id: sellerId,
      posted_at: now,
    })
    .onConflict((conflict) => conflict.columns(['source_id', 'external_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return undefined;
  const { id } = inserted;
  await transaction
    .insertInto('posts')
    .values({ deal_id: id, expires_at: expiryOf(draft.expiresAt, now) })
    .execute();
  await observePrice(transaction, id, draft, now);
  return id;
};

/** Stores a post's new content, and its price if it changed. */
export const updatePost = async (
  transaction: Transaction<Schema>,
  dealId: number,
  { before, draft, media, expiresAt }: ChangedPost,
  now: Date,
): Promise<void> => {
  await transaction
    .updateTable('deals')
    .set({
      ...toColumns(draft, media),
      updated_at: now,
      change_seq: sql`nextval('deal_change_seq')`,
    })
    .where('id', '=', dealId)
    .execute();
  if (expiresAt !== undefined) {
    await transaction
      .updateTable('posts')
      .set({ expires_at: expiryOf(expiresAt, now) })
      .where('deal_id', '=', dealId)
      .execute();
  }
  if (!isSame(draft.price, before.price)) await observePrice(transaction, dealId, draft, now);
};
