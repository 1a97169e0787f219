import type { Transaction } from 'kysely';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { Deal } from '@izgodno/contract/deals/deal';
import { RESTORE_WINDOW_MS, type DealChanges, type NewDeal } from '@izgodno/contract/posts/calls';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import type { Schema } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { DealCatalogue } from '#features/deals/api.ts';
import type { Files } from '#features/uploads/api.ts';
import type { StatusAction } from '#features/deals/api.ts';
import { checkDraft } from './draft-checks.ts';
import { holdFiles } from './post-files.ts';
import { findPosted, insertPost, updatePost } from './post-writer.ts';
import { mayChangeDeal } from './posting-policy.ts';
import { applyStatus, lockDeal } from '#features/deals/api.ts';
import { mergeDraft, readDraft, type StoredDraft } from './stored-draft.ts';

/** More posts in a day than a person makes. */
const MAX_POSTS_A_DAY = 100;

export interface PostingOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly catalogue: DealCatalogue;
  readonly files: Files;
}

export type PostingService = ReturnType<typeof createPostingService>;

/** Members' calls on their own deals. */
export const createPostingService = ({
  database,
  bus,
  clock,
  catalogue,
  files,
}: PostingOptions) => {
  const readOwn = async (dealId: number): Promise<Deal> => {
    const [deal] = await catalogue.read([dealId], { deleted: true });
    if (deal === undefined) throw new CallError('not_found');
    return deal;
  };

  const refuseFlood = async (transaction: Transaction<Schema>, sellerId: string): Promise<void> => {
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
        await refuseFlood(transaction, who.id);
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
