import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { Deal } from '@izgodno/contract/deals/deal';
import {
  DEFAULT_DEAL_LIFETIME_DAYS,
  RESTORE_WINDOW_MS,
  type DealChanges,
  type DealDraft,
  type NewDeal,
} from '@izgodno/contract/deals/posting-calls';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { DealCatalogue } from '#ports/deal-catalogue.ts';
import type { Files } from '#ports/files.ts';
import type { StatusAction } from './deal-status.ts';
import { checkDraft, unknownFiles } from './draft-checks.ts';
import { toColumns } from './draft-columns.ts';
import { mayChangeDeal } from './posting-policy.ts';
import { applyStatus, lockDeal } from './status-keeper.ts';
import { mergeDraft, readDraft, type StoredDraft } from './stored-draft.ts';

/** The source that members' own posts belong to (migration 0040). */
export const MEMBERS_SOURCE = 'users';
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

/** What members do with deals of their own. */
export const createPostingService = ({
  database,
  bus,
  clock,
  catalogue,
  files,
}: PostingOptions) => {
  const expiryOf = (expiresAt: string | null): Date =>
    expiresAt === null
      ? new Date(clock.now() + DEFAULT_DEAL_LIFETIME_DAYS * DAY_MS)
      : new Date(expiresAt);

  const readOwn = async (dealId: number): Promise<Deal> => {
    const [deal] = await catalogue.read([dealId], { deleted: true });
    if (deal === undefined) throw new CallError('not_found');
    return deal;
  };

  const observePrice = async (
    transaction: Transaction<Schema>,
    dealId: number,
    { price, originalPrice }: DealDraft,
  ): Promise<void> => {
    await transaction
      .insertInto('price_observations')
      .values({
        deal_id: dealId,
        observed_at: new Date(clock.now()),
        price_amount: price.amount,
        price_currency: price.currency,
        original_amount: originalPrice?.amount ?? null,
      })
      .onConflict((conflict) =>
        conflict.columns(['deal_id', 'observed_at']).doUpdateSet({ price_amount: price.amount }),
      )
      .execute();
  };

  const holdFiles = async (
    transaction: Transaction<Schema>,
    dealId: number,
    ownerId: string,
    ids: readonly string[],
  ): Promise<void> => {
    const subject = { kind: 'deal', id: String(dealId) } as const;
    await files.release(subject, { keep: ids, transaction });
    await files.attach(ids, subject, ownerId, transaction).catch((error: unknown) => {
      throw error instanceof CallError && error.code === 'not_found' ? unknownFiles(error) : error;
    });
  };

  const refuseFlood = async (sellerId: string): Promise<void> => {
    const { posts } = await database
      .selectFrom('deals')
      .select((expression) => expression.fn.countAll<number>().as('posts'))
      .where('seller_id', '=', sellerId)
      .where('posted_at', '>', new Date(clock.now() - DAY_MS))
      .executeTakeFirstOrThrow();
    if (posts >= MAX_POSTS_A_DAY)
      throw new CallError('rate_limited', { retryAfter: DAY_MS / 1000 });
  };

  /** The post of a person who may change it. Throws `not_found` and `forbidden`. */
  const requireOwn = async (
    who: Principal,
    dealId: number,
    connection: Database = database,
  ): Promise<StoredDraft> => {
    const stored = await readDraft(connection, dealId);
    if (stored !== null && mayChangeDeal(who, stored)) return stored;
    const [shown] = await catalogue.read([dealId]);
    // Nothing is told of what others have deleted.
    throw new CallError(shown === undefined ? 'not_found' : 'forbidden');
  };

  const act = async (who: Principal, dealId: number, action: StatusAction): Promise<Deal> => {
    await requireOwn(who, dealId);
    await database.transaction().execute(async (transaction) => {
      const deal = await lockDeal(transaction, dealId);
      await applyStatus(transaction, dealId, deal, action, clock.now());
    });
    bus.publish('deals.changed', {});
    return readOwn(dealId);
  };

  /** The post that somebody has made under this name, if they have. */
  const findPosted = async (externalId: string): Promise<number | undefined> => {
    const posted = await database
      .selectFrom('deals')
      .select('id')
      .where('source_id', '=', MEMBERS_SOURCE)
      .where('external_id', '=', externalId)
      .executeTakeFirst();
    return posted?.id;
  };

  const update = async (who: Principal, dealId: number, changes: DealChanges): Promise<Deal> => {
    await requireOwn(who, dealId);
    await database.transaction().execute(async (transaction) => {
      await lockDeal(transaction, dealId);
      const { draft: before, status } = await requireOwn(who, dealId, transaction);
      if (status === 'deleted') throw new CallError('status_conflict');
      const draft = mergeDraft(before, changes);
      const now = clock.now();
      const media = await checkDraft(
        { database: transaction, files, now, ownerId: who.id },
        draft,
        changes.expiresAt ?? null,
      );
      await transaction
        .updateTable('deals')
        .set({
          ...toColumns(draft, media),
          updated_at: new Date(now),
          change_seq: sql`nextval('deal_change_seq')`,
        })
        .where('id', '=', dealId)
        .execute();
      if (changes.expiresAt !== undefined) {
        await transaction
          .updateTable('posts')
          .set({ expires_at: expiryOf(changes.expiresAt) })
          .where('deal_id', '=', dealId)
          .execute();
      }
      const { price } = before;
      if (draft.price.amount !== price.amount || draft.price.currency !== price.currency)
        await observePrice(transaction, dealId, draft);
      await holdFiles(transaction, dealId, who.id, draft.media);
    });
    bus.publish('deals.changed', {});
    return readOwn(dealId);
  };

  return {
    /** Posts a deal; under a `clientId` that the person has posted under before, it is said anew. */
    async create(who: Principal, { clientId, ...given }: NewDeal): Promise<Deal> {
      const now = clock.now();
      const externalId = clientId === undefined ? createUuidV7(now) : `${who.id}/${clientId}`;
      const posted = clientId === undefined ? undefined : await findPosted(externalId);
      if (posted !== undefined) return update(who, posted, given);
      await refuseFlood(who.id);
      const draft = mergeDraft(given, {});
      const media = await checkDraft(
        { database, files, now, ownerId: who.id },
        draft,
        draft.expiresAt,
      );
      const dealId = await database.transaction().execute(async (transaction) => {
        const inserted = await transaction
          .insertInto('deals')
          .values({
            ...toColumns(draft, media),
            source_id: MEMBERS_SOURCE,
            external_id: externalId,
            content_hash: createHash('sha256').update(externalId).digest(),
            seller_id: who.id,
            posted_at: new Date(now),
          })
          .onConflict((conflict) => conflict.columns(['source_id', 'external_id']).doNothing())
          .returning('id')
          .executeTakeFirst();
        // The same call came twice at once, and the other one was first.
        if (inserted === undefined) return undefined;
        const { id } = inserted;
        await transaction
          .insertInto('posts')
          .values({ deal_id: id, expires_at: expiryOf(draft.expiresAt) })
          .execute();
        await observePrice(transaction, id, draft);
        await holdFiles(transaction, id, who.id, draft.media);
        return id;
      });
      if (dealId !== undefined) bus.publish('deals.changed', {});
      const mine = dealId ?? (await findPosted(externalId));
      if (mine === undefined) throw new CallError('not_found');
      return readOwn(mine);
    },

    readDraft: requireOwn,

    update,

    setStatus: act,

    /** Deletes a post; also says until when it can be brought back. */
    async delete(
      who: Principal,
      dealId: number,
    ): Promise<{ readonly deal: Deal; readonly restorableUntil: Date }> {
      const deal = await act(who, dealId, { kind: 'delete', by: 'owner' });
      const { deleted_at } = await database
        .selectFrom('deals')
        .select('deleted_at')
        .where('id', '=', dealId)
        .executeTakeFirstOrThrow();
      const deletedAt = deleted_at?.getTime() ?? clock.now();
      return { deal, restorableUntil: new Date(deletedAt + RESTORE_WINDOW_MS) };
    },

    restore: (who: Principal, dealId: number): Promise<Deal> =>
      act(who, dealId, { kind: 'restore', by: 'owner' }),
  };
};
