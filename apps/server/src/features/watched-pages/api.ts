import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as calls from '@izgodno/contract/watched-pages/calls';
import { createCallAdder } from '#platform/http/add-call.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { AccountData } from '#features/accounts/api.ts';
import { eraseEnded, readDuePages } from './read-due-pages.ts';
import { listWatchedPages, readWatchedPages, unwatchPage, watchPage } from './watched-pages.ts';
import type { WatchedPagesContext } from './watched-pages-context.ts';

export const readPagesJob = defineJob({
  name: 'watched-pages.read',
  payload: z.strictObject({}),
});
export const eraseEndedPagesJob = defineJob({
  name: 'watched-pages.erase-ended',
  payload: z.strictObject({}),
});

export interface WatchedPagesDependencies extends WatchedPagesContext {
  readonly jobs: Jobs;
  readonly accountData: AccountData;
}

/** Registers the shops' pages that users watch. */
export const registerWatchedPages = (
  app: FastifyInstance,
  dependencies: WatchedPagesDependencies,
): void => {
  const { database, jobs, accountData } = dependencies;
  const add = createCallAdder<WatchedPagesContext>(app, dependencies);
  add(calls.watchPage, watchPage);
  add(calls.listWatchedPages, listWatchedPages);
  add(calls.unwatchPage, unwatchPage);
  accountData.exports('watchedPages', (userId) => readWatchedPages(database, userId));
  jobs.work(readPagesJob, (_, signal) => readDuePages(dependencies, signal));
  jobs.schedule(readPagesJob, '* * * * *', {});
  jobs.work(eraseEndedPagesJob, () => eraseEnded(dependencies));
  jobs.schedule(eraseEndedPagesJob, '37 3 * * *', {});
};
