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
import { requireUser } from '#platform/http/authentication.ts';
import type { Bus } from '#platform/bus.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { wakeOnChanges } from '#platform/jobs/wake-on-changes.ts';
import type { AccountData } from '#ports/account-data.ts';
import { tellOfMatches, type MatchOptions } from './tell-of-matches.ts';
import { createSavedSearchService } from './saved-search-service.ts';

export const matchJob = defineJob({ name: 'saved-searches.match', payload: z.strictObject({}) });

/** A deal is found in the search within a second after it has changed; in milliseconds. */
const MATCH_DELAY_MS = 1_500;

export interface SavedSearchDependencies extends MatchOptions {
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly accountData: AccountData;
}

/** Searches that tell their people of deals that come to match. */
export const registerSavedSearches = (
  app: FastifyInstance,
  dependencies: SavedSearchDependencies,
): void => {
  const searches = createSavedSearchService(dependencies);

  addCall(app, listSavedSearches, async ({ request }) => ({
    savedSearches: await searches.list((await requireUser(request)).id),
  }));

  addCall(app, previewSavedSearch, async ({ query, request }) => {
    await requireUser(request);
    return searches.countLastMonth(query.query);
  });

  addCall(app, saveSearch, async ({ body, request }) => {
    const who = await requireUser(request);
    return { savedSearch: await searches.save(who.id, body.query, body.name) };
  });

  addCall(app, changeSavedSearch, async ({ params, body, request }) => {
    const who = await requireUser(request);
    return { savedSearch: await searches.change(who.id, params.id, body) };
  });

  addCall(app, deleteSavedSearch, async ({ params, request }) => {
    await searches.delete((await requireUser(request)).id, params.id);
    return {};
  });

  dependencies.accountData.exports('savedSearches', async (userId) => [
    ...(await searches.list(userId)),
  ]);

  wakeOnChanges(
    app,
    { ...dependencies, delayMs: MATCH_DELAY_MS, cron: '*/2 * * * *' },
    matchJob,
    () => tellOfMatches(dependencies),
  );
};
