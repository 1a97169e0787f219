import type { Transaction } from 'kysely';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { Deal } from '@izgodno/contract/deals/deal';
import {
  type DealChanges,
  type DealDraft,
  type NewDeal,
  RESTORE_WINDOW_MS,
} from '@izgodno/contract/posts/calls';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Schema } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { CallError } from '#platform/http/errors.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { applyStatus, type DealLookup, lockDeal, type StatusAction } from '#features/deals/api.ts';
import type { Files } from '#features/uploads/api.ts';
import { checkDraft } from './draft-checks.ts';
import { holdFiles } from './post-files.ts';
import { findPosted, insertPost, updatePost } from './post-writer.ts';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import { fileIdOfUrl } from '@izgodno/contract/uploads/file';

interface StoredDraft {
  readonly sellerId: string | null;
  readonly status: DealStatus;
  readonly draft: DealDraft;
}

const changed = <Value>(now: Value | undefined, before: Value): Value =>
  now === undefined ? before : now;

/** A draft with changes applied; each file occurs once. */
const mergeDraft = (before: DealDraft, changes: DealChanges): DealDraft => ({
  title: changed(changes.title, before.title),
  description: changed(changes.description, before.description),
  price: changed(changes.price, before.price),
  originalPrice: changed(changes.originalPrice, before.originalPrice),
  category: changed(changes.category, before.category),
  condition: changed(changes.condition, before.condition),
  location: changed(changes.location, before.location),
  tags: changed(changes.tags, before.tags),
  media: [...new Set(changed(changes.media, before.media))],
  link: changed(changes.link, before.link),
  expiresAt: changed(changes.expiresAt, before.expiresAt),
});

/** The draft of a stored post; null if there is no such post. */
const readDraft = async (database: Database, dealId: number): Promise<StoredDraft | null> => {
  const row = await database
    .selectFrom('deals')
    .innerJoin('posts', 'posts.deal_id', 'deals.id')
    .select([
      'deals.seller_id',
      'deals.status',
      'deals.title',
      'deals.description',
      'deals.price_amount',
      'deals.price_currency',
      'deals.original_amount',
      'deals.category',
      'deals.condition',
      'deals.location_id',
      'deals.tags',
      'deals.media',
      'deals.link',
      'posts.expires_at',
    ])
    .where('deals.id', '=', dealId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const currency = row.price_currency;
  return {
    sellerId: row.seller_id,
    status: row.status,
    draft: {
      title: row.title,
      description: row.description,
      price: { amount: row.price_amount, currency },
      originalPrice:
        row.original_amount === null ? null : { amount: row.original_amount, currency },
      category: row.category,
      condition: row.condition,
      location: row.location_id,
      tags: row.tags,
      media: row.media.flatMap(({ url }) => fileIdOfUrl(url) ?? []),
      link: row.link,
      expiresAt: row.expires_at.toISOString(),
    },
  };
};

/** The deal to be changed. */
interface Posted {
  /** Null for deals of a source. */
  readonly sellerId: string | null;
}

/**
 * Only its owner changes, sells, deletes or restores a post, whatever the role of others:
 * moderators have a call of their own, which asks for a reason and records it.
 */
export const mayChangeDeal = (who: Principal, deal: Posted): boolean => deal.sellerId === who.id;

/** More posts in a day than a person makes. */
const MAX_POSTS_A_DAY = 100;

export interface PostServiceOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly catalogue: DealLookup;
  readonly files: Files;
}

export type PostService = ReturnType<typeof createPostService>;

/** Members' calls on their own deals. */
export const createPostService = ({
  database,
  bus,
  clock,
  catalogue,
  files,
}: PostServiceOptions) => {
  const readOwn = async (dealId: number): Promise<Deal> => {
    const [deal] = await catalogue.read([dealId], { deleted: true });
    if (deal === undefined) throw new CallError('not_found');
    return deal;
  };

  const rejectFlood = async (transaction: Transaction<Schema>, sellerId: string): Promise<void> => {
    await oneAtATime(transaction, `posts of ${sellerId}`);
    const { posts } = await transaction
      .selectFrom('deals')
      .select((expression) => expression.fn.countAll<number>().as('posts'))
      .where('seller_id', '=', sellerId)
      .where('posted_at', '>', new Date(clock.now() - DAY_MS))
      .executeTakeFirstOrThrow();
    if (posts >= MAX_POSTS_A_DAY)
      throw new CallError('rate_limited', { retryAfter: DAY_MS / 1000 });
  };

  /** The post of a user who may change it. Throws `not_found` and `forbidden`. */
  const requireOwn = async (
    who: Principal,
    dealId: number,
    connection: Database = database,
  ): Promise<StoredDraft> => {
    const stored = await readDraft(connection, dealId);
    if (stored !== null && mayChangeDeal(who, stored)) return stored;
    const [shown] = await catalogue.read([dealId]);
    // Deleted deals of other users are not revealed.
    throw new CallError(shown === undefined ? 'not_found' : 'forbidden');
  };

  const setStatus = async (who: Principal, dealId: number, action: StatusAction): Promise<Deal> => {
    await requireOwn(who, dealId);
    await database
      .transaction()
      .execute((transaction) => applyStatus({ transaction, bus }, dealId, action, clock.now()));
    return readOwn(dealId);
  };

  const update = async (who: Principal, dealId: number, changes: DealChanges): Promise<Deal> => {
    await requireOwn(who, dealId);
    await database.transaction().execute(async (transaction) => {
      await lockDeal(transaction, dealId);
      const { draft: before, status } = await requireOwn(who, dealId, transaction);
      if (status === 'deleted') throw new CallError('status_conflict');
      const draft = mergeDraft(before, changes);
      const { expiresAt } = changes;
      const now = clock.now();
      const media = await checkDraft(
        { database: transaction, files, now, ownerId: who.id },
        draft,
        expiresAt ?? null,
      );
      await updatePost({ transaction, bus }, dealId, { draft, media, expiresAt }, new Date(now));
      await holdFiles(files, transaction, { id: dealId, ownerId: who.id }, draft.media);
    });
    return readOwn(dealId);
  };

  return {
    /**
     * Posts a deal; if the user has already posted under the same `clientId`, updates that post.
     */
    async create(who: Principal, { clientId, ...given }: NewDeal): Promise<Deal> {
      const now = clock.now();
      const externalId = clientId === undefined ? createUuidV7(now) : `${who.id}/${clientId}`;
      const posted = clientId === undefined ? undefined : await findPosted(database, externalId);
      if (posted !== undefined) return update(who, posted, given);
      const draft = mergeDraft(given, {});
      const media = await checkDraft(
        { database, files, now, ownerId: who.id },
        draft,
        draft.expiresAt,
      );
      const inserted = await database.transaction().execute(async (transaction) => {
        await rejectFlood(transaction, who.id);
        const post = { externalId, sellerId: who.id, draft, media };
        const id = await insertPost({ transaction, bus }, post, new Date(now));
        if (id !== undefined)
          await holdFiles(files, transaction, { id, ownerId: who.id }, draft.media);
        return id;
      });
      // A concurrent identical call may have been first.
      const dealId = inserted ?? (await findPosted(database, externalId));
      if (dealId === undefined) throw new CallError('not_found');
      return readOwn(dealId);
    },

    readDraft: requireOwn,

    update,

    setStatus,

    /** Deletes a post; returns until when it can be restored. */
    async delete(
      who: Principal,
      dealId: number,
    ): Promise<{ readonly deal: Deal; readonly restorableUntil: Date }> {
      const deal = await setStatus(who, dealId, { kind: 'delete', by: 'owner' });
      const { deleted_at } = await database
        .selectFrom('deals')
        .select('deleted_at')
        .where('id', '=', dealId)
        .executeTakeFirstOrThrow();
      const deletedAt = deleted_at?.getTime() ?? clock.now();
      return { deal, restorableUntil: new Date(deletedAt + RESTORE_WINDOW_MS) };
    },

    restore: (who: Principal, dealId: number): Promise<Deal> =>
      setStatus(who, dealId, { kind: 'restore', by: 'owner' }),
  };
};
