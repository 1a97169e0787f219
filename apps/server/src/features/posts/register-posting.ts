import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { AccountData } from '#features/accounts/api.ts';
import type { DealCatalogue } from '#features/deals/api.ts';
import type { DealSearch } from '#features/search/api.ts';
import type { Files } from '#features/uploads/api.ts';
import type { Notifier } from '#features/notices/api.ts';
import { deletePostsOf, readPostsOf } from './account-posts.ts';
import { expirePosts, forgetDeletedPosts } from './end-of-posts.ts';
import { createOwnDeals } from './own-deals.ts';
import { addPostingCalls } from './posting-routes.ts';
import { createPostingService } from './posting-service.ts';
import { registerPostFiles } from './post-files.ts';

export const expirePostsJob = defineJob({ name: 'posts.expire', payload: z.strictObject({}) });
export const forgetPostsJob = defineJob({ name: 'posts.forget', payload: z.strictObject({}) });

export interface PostingDependencies {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly search: DealSearch;
  readonly catalogue: DealCatalogue;
  readonly files: Files;
  readonly notifier: Notifier;
  readonly accountData: AccountData;
}

/** Registers members' calls on their own deals, and the jobs that expire and erase them. */
export const registerPosting = (app: FastifyInstance, dependencies: PostingDependencies): void => {
  const { database, bus, clock, jobs, files } = dependencies;
  addPostingCalls(app, {
    ...dependencies,
    posting: createPostingService(dependencies),
    ownDeals: createOwnDeals(database),
  });
  registerPostFiles(files, database);
  dependencies.accountData.exports('posts', (userId) => readPostsOf(database, userId));
  dependencies.accountData.onDeletion((transaction, userId) =>
    deletePostsOf({ transaction, bus }, files, clock, userId),
  );

  jobs.work(expirePostsJob, () => expirePosts(dependencies));
  jobs.schedule(expirePostsJob, '*/5 * * * *', {});
  jobs.work(forgetPostsJob, () => forgetDeletedPosts(dependencies));
  jobs.schedule(forgetPostsJob, '17 3 * * *', {});
};
