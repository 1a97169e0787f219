import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { DealListQuery } from '@izgodno/contract/search/calls';
import * as calls from '@izgodno/contract/search/log-calls';
import type { Settings } from '#config/settings.ts';
import { addCall } from '#platform/http/add-call.ts';
import { dayOf } from '#platform/clock.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { DatabaseReads } from '#schema/schema.ts';
import type { DealReading } from '#features/deals/api.ts';
import { everyDeal } from '../deal-search.ts';
import type { UnderstandingSearch, UnderstoodPage } from '../understanding/understanding-search.ts';
import { readSearches } from './read-searches.ts';
import { readSearchId, writeSearchId } from './search-id.ts';
import { SearchLog, type SearchLogOptions } from './search-log.ts';
import { cleanSearches, LEAST_VISITORS } from './store-searches.ts';

const cleanSearchesJob = defineJob({ name: 'searches.clean', payload: z.strictObject({}) });

export interface SearchLogDependencies extends Omit<SearchLogOptions, 'logger'> {
  readonly reads: DatabaseReads;
  readonly jobs: Jobs;
  readonly search: UnderstandingSearch;
  readonly deals: DealReading;
  readonly settings: Pick<Settings, 'SEARCH_LOG_DAYS'>;
}

/** Returns the id that names the search of a first page; null if it is not logged. */
export type WriteSearchId = (query: DealListQuery, page: UnderstoodPage) => string | null;

/**
 * Registers the log of searches: reports by browsers, the list of administrators, and the job that
 * erases old entries. Returns the ids of searches for pages of deals.
 */
export const registerSearchLog = (
  app: FastifyInstance,
  { reads, jobs, search, deals, settings, ...options }: SearchLogDependencies,
): WriteSearchId => {
  const { database, clock } = options;
  const seal = app.cursorSeal;
  const storedDays = settings.SEARCH_LOG_DAYS;
  const log = new SearchLog({ ...options, logger: app.log });
  app.addHook('onClose', () => log.flush());
  jobs.work(cleanSearchesJob, () => cleanSearches(database, clock, storedDays));
  jobs.schedule(cleanSearchesJob, '29 3 * * *', {});

  addCall(app, calls.reportSearch, async ({ body: { searchId, rank, refines }, request }) => {
    const shown = readSearchId(seal, 'searchId', searchId);
    const refined = refines === undefined ? null : readSearchId(seal, 'refines', refines);
    const userAgent = request.headers['user-agent'] ?? '';
    if (storedDays === 0) return {};
    if (rank === undefined) await log.countShown(shown, refined, { ip: request.ip, userAgent });
    else log.countOpened(shown, rank);
    return {};
  });

  addCall(app, calls.listSearches, async ({ query: { view, days } }) => {
    // What was reported to this node a moment ago, too.
    await log.flush();
    const { queries, ...totals } = await readSearches(
      reads,
      view,
      dayOf(clock.now() - (days - 1) * DAY_MS),
    );
    const { locations } = await deals.names.read([]);
    const names: Record<string, { bg: string; en: string }> = {};
    const pageOf = async (text: string) => {
      const found = { ...everyDeal, text, sort: 'relevance' as const };
      const { total, understood } = await search.search(found, 1, null);
      for (const id of understood?.filters.location ?? []) {
        const name = locations.get(id);
        if (name !== undefined) names[id] = name;
      }
      return { total, ...(understood === null ? {} : { understood }) };
    };
    const listed = await Promise.all(
      queries.map(async (query) => Object.assign(query, { now: await pageOf(query.query) })),
    );
    return { storedDays, leastVisitors: LEAST_VISITORS, ...totals, queries: listed, names };
  });

  return (query, page) => (storedDays === 0 ? null : writeSearchId(seal, query, page));
};
