import type { FastifyInstance } from 'fastify';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Database, Schema } from '#schema/schema.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { AccountData } from '#features/accounts/api.ts';
import {
  changeDeals,
  eraseDeals,
  hideDealsOf,
  isDeletedBy,
  isHiddenBySuspension,
  showDealsOf,
} from '#features/deals/api.ts';
import type { Files } from '#features/uploads/api.ts';
import { eraseTracesLater, holdRecipients, type NoticePublisher } from '#features/notices/api.ts';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { readInPages } from '#platform/database/read-in-pages.ts';
import { MEMBERS_SOURCE } from '@izgodno/contract/deals/vocabulary';
import * as calls from '@izgodno/contract/posts/calls';
import { getDealContact as getDealContactCall } from '@izgodno/contract/posts/contact-calls';
import { createCallAdder } from '#platform/http/add-call.ts';
import { listMyDeals, listSellerDeals } from './own-posts.ts';
import { findPossibleDuplicates } from './possible-duplicates.ts';
import {
  changeDealStatus,
  createDeal,
  deleteDeal,
  getDealContact,
  getDealDraft,
  restoreDeal,
  updateDeal,
} from './post-calls.ts';
import type { PostsContext } from './posts-context.ts';

/** Posts per transaction, so that search replicas never wait long for one. */
const BATCH = 500;

/** Expires posts whose end has passed and notifies their owners. */
const expirePosts = async ({ bus, clock, noticePublisher }: PostDependencies): Promise<void> => {
  let expired = BATCH;
  while (expired === BATCH) {
    expired = await noticePublisher.transaction(async (transaction, notify) => {
      const now = new Date(clock.now());
      const ended = transaction
        .selectFrom('deals')
        .innerJoin('posts', 'posts.deal_id', 'deals.id')
        .select(['deals.id', 'deals.seller_id as sellerId', 'posts.expires_at as expiresAt'])
        .where('posts.expires_at', '<=', now)
        .where('deals.status', '=', 'active');
      const found = await ended.orderBy('posts.expires_at').limit(BATCH).execute();
      await holdRecipients(
        transaction,
        found.map(({ sellerId }) => sellerId),
      );
      const due = await ended
        .where(
          isOneOf(
            'deals.id',
            found.map(({ id }) => id),
            'bigint',
          ),
        )
        .orderBy('deals.id')
        // The post too, because its owner may be renewing it.
        .forUpdate(['deals', 'posts'])
        .execute();
      const ids = due.map(({ id }) => id);
      await changeDeals({ transaction, bus }, { ids }, { status: 'expired', updated_at: now });
      await notify(
        due.flatMap(({ id, sellerId, expiresAt }) =>
          sellerId === null
            ? []
            : {
                userId: sellerId,
                occasion: `own_deal_expired:${id}:${expiresAt.getTime()}`,
                about: { kind: 'own_deal_expired', dealId: id, why: 'date' } as const,
              },
        ),
      );
      return found.length;
    });
  }
};

/** Erases the content of deleted posts after the window for restoring. */
const eraseDeletedPosts = async (dependencies: PostDependencies): Promise<void> => {
  const { database, bus, clock, files, jobs } = dependencies;
  let erased = BATCH;
  while (erased === BATCH) {
    erased = await database.transaction().execute(async (transaction) => {
      const now = clock.now();
      const due = await transaction
        .selectFrom('posts')
        .innerJoin('deals', 'deals.id', 'posts.deal_id')
        .select(['deals.id', isHiddenBySuspension(sql.ref('deals.id')).as('isHidden')])
        .where(sql<boolean>`NOT ${isDeletedBy(sql.ref('deals.id'), 'suspension')}`)
        .where('deals.source_id', '=', MEMBERS_SOURCE)
        .where('deals.status', '=', 'deleted')
        .where('deals.deleted_at', '<', new Date(now - calls.RESTORE_WINDOW_MS))
        .limit(BATCH)
        .forUpdate('deals')
        .execute();
      const ids = due.map(({ id }) => id);
      await eraseDeals({ transaction, bus }, { ids }, new Date(now));
      await files.releaseAll(transaction, 'deal', ids.map(String));
      // Notices of others hide these deals only while their deletions say that a suspension does.
      const hidden = due.filter(({ isHidden }) => isHidden);
      const dealIds = hidden.map(({ id }) => String(id));
      if (dealIds.length > 0) await eraseTracesLater({ jobs, clock }, transaction, { dealIds });
      return due.length;
    });
  }
};

/** A user's posts, the oldest first; without erased ones. */
async function* readPostsOf(
  database: Database,
  userId: string,
): AsyncGenerator<AccountParts['posts'][number]> {
  const rows = readInPages(
    (after: number | null, limit) =>
      database
        .selectFrom('deals')
        .select(['id', 'title', 'description', 'category', 'condition', 'tags', 'link', 'media'])
        .select(['price_amount', 'price_currency', 'status', 'posted_at'])
        .where('seller_id', '=', userId)
        .where('id', '>', after ?? 0)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (row) => row.id,
  );
  for await (const { id, price_amount, price_currency, posted_at, ...rest } of rows) {
    yield {
      ...rest,
      id: String(id),
      price: price_amount,
      currency: price_currency,
      postedAt: posted_at.toISOString(),
    };
  }
}

/** Erases a user's posts, and their titles in the notices of others. */
const deletePostsOf = async (
  { bus, clock, files, jobs }: PostDependencies,
  transaction: Transaction<Schema>,
  userId: string,
): Promise<void> => {
  const now = new Date(clock.now());
  const ids = await eraseDeals({ transaction, bus }, { sellerId: userId }, now);
  const dealIds = ids.map(String);
  await files.releaseAll(transaction, 'deal', dealIds);
  await eraseTracesLater({ jobs, clock }, transaction, { userId, dealIds });
};

/** Any visitor sees the images of an existing deal; those of a deleted one only its owner. */
const registerPostFiles = (files: Files, database: Database): void => {
  files.registerAccessPolicy({
    kind: 'deal',
    async mayRead(dealId, reader) {
      const deal = await database
        .selectFrom('deals')
        .select(['status', 'seller_id as sellerId'])
        .where('id', '=', Number(dealId))
        .executeTakeFirst();
      if (deal === undefined) return false;
      return deal.status !== 'deleted' || (reader !== null && reader.id === deal.sellerId);
    },
  });
};

const expirePostsJob = defineJob({ name: 'posts.expire', payload: z.strictObject({}) });
const erasePostsJob = defineJob({ name: 'posts.forget', payload: z.strictObject({}) });

export interface PostDependencies extends PostsContext {
  readonly jobs: Jobs;
  readonly noticePublisher: NoticePublisher;
  readonly accountData: AccountData;
}

/** Registers members' calls on their own deals, and the jobs that expire and erase them. */
export const registerPosts = (app: FastifyInstance, dependencies: PostDependencies): void => {
  const { database, bus, clock, jobs, files, accountData } = dependencies;
  const add = createCallAdder<PostsContext>(app, dependencies);
  add(calls.createDeal, createDeal);
  add(calls.getDealDraft, getDealDraft);
  add(getDealContactCall, getDealContact);
  add(calls.updateDeal, updateDeal);
  add(calls.deleteDeal, deleteDeal);
  add(calls.restoreDeal, restoreDeal);
  add(calls.changeDealStatus, changeDealStatus);
  add(calls.findPossibleDuplicates, findPossibleDuplicates);
  add(calls.listMyDeals, listMyDeals);
  add(calls.listSellerDeals, listSellerDeals);

  registerPostFiles(files, database);
  accountData.exports('posts', (userId) => readPostsOf(database, userId));
  accountData.onDeletion((transaction, userId) => deletePostsOf(dependencies, transaction, userId));

  accountData.onSuspension({
    async suspend(transaction, userId, { removeContent }) {
      const by = removeContent ? 'moderator' : 'suspension';
      await hideDealsOf({ transaction, bus }, userId, by, new Date(clock.now()));
    },
    lift: (transaction, userId) => showDealsOf({ transaction, bus }, userId, new Date(clock.now())),
  });

  jobs.work(expirePostsJob, () => expirePosts(dependencies));
  jobs.schedule(expirePostsJob, '*/5 * * * *', {});
  jobs.work(erasePostsJob, () => eraseDeletedPosts(dependencies));
  jobs.schedule(erasePostsJob, '17 3 * * *', {});
};
