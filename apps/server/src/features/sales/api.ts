import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as calls from '@izgodno/contract/sales/calls';
import { createCallAdder } from '#platform/http/add-call.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { AccountData } from '#features/accounts/api.ts';
import {
  listRatings,
  rateSale,
  readRatingsOf,
  readRepliesOf,
  removeRating,
  replyToRating,
  showWaitingRatings,
} from './ratings.ts';
import { eraseNoticesOfSales, getSale, readSalesOf, sellDeal } from './sales.ts';
import type { SalesContext } from './sales-context.ts';

export const showRatingsJob = defineJob({
  name: 'sales.show-ratings',
  payload: z.strictObject({}),
});

export interface SalesDependencies extends SalesContext {
  readonly jobs: Jobs;
  readonly accountData: AccountData;
}

/** Registers sales to named members, and the ratings of both sides. */
export const registerSales = (app: FastifyInstance, dependencies: SalesDependencies): void => {
  const { database, jobs, accountData, noticePublisher } = dependencies;
  const add = createCallAdder<SalesContext>(app, dependencies);
  add(calls.sellDeal, sellDeal);
  add(calls.getSale, getSale);
  add(calls.rateSale, rateSale);
  add(calls.listRatings, listRatings);
  add(calls.replyToRating, replyToRating);
  add(calls.removeRating, removeRating);
  accountData.exports('ratings', (userId) => readRatingsOf(database, userId));
  accountData.exports('ratingReplies', (userId) => readRepliesOf(database, userId));
  accountData.exports('sales', (userId) => readSalesOf(database, userId));
  accountData.onDeletion((transaction, userId) =>
    eraseNoticesOfSales(noticePublisher, transaction, userId),
  );
  jobs.work(showRatingsJob, () => showWaitingRatings(dependencies));
  jobs.schedule(showRatingsJob, '37 * * * *', {});
};
