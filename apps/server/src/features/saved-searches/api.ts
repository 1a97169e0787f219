import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  previewSavedSearch,
  saveSearch,
} from '@izgodno/contract/saved-searches/calls';
import { addCall } from '#platform/http/add-call.ts';
import type { Bus } from '#platform/bus.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { runOnDealChanges } from '#features/deals/api.ts';
import type { AccountData } from '#features/accounts/api.ts';
import { notifyOfMatches, type MatchOptions } from './notify-of-matches.ts';
import { createSavedSearchService } from './saved-search-service.ts';

export const matchJob = defineJob({ name: 'saved-searches.match', payload: z.strictObject({}) });

/** In milliseconds; the search finds a deal within a second after a change. */
const MATCH_DELAY_MS = 1_500;

export interface SavedSearchDependencies extends MatchOptions {
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly accountData: AccountData;
}

/** Registers searches that notify their users of new matches. */
export const registerSavedSearches = (
  app: FastifyInstance,
  dependencies: SavedSearchDependencies,
): void => {
  const searches = createSavedSearchService(dependencies);

  addCall(app, listSavedSearches, async ({ user }) => ({
    savedSearches: await searches.list(user.id),
  }));

  addCall(app, previewSavedSearch, async ({ query }) => {
    return searches.countLastMonth(query.query);
  });

  addCall(app, saveSearch, async ({ body, user }) => ({
    savedSearch: await searches.save(user.id, body.query, body.name),
  }));

  addCall(app, changeSavedSearch, async ({ params, body, user }) => ({
    savedSearch: await searches.change(user.id, params.id, body),
  }));

  addCall(app, deleteSavedSearch, async ({ params, user }) => {
    await searches.delete(user.id, params.id);
    return {};
  });

  dependencies.accountData.exports('savedSearches', async (userId) => [
    ...(await searches.list(userId)),
  ]);

  runOnDealChanges(
    app,
    { ...dependencies, delayMs: MATCH_DELAY_MS, cron: '*/2 * * * *' },
    matchJob,
    () => notifyOfMatches(dependencies),
  );
};
