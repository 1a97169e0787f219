import type { Logger } from 'pino';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { dealsChanged } from '#features/deals/api.ts';
import type { DealSearch } from '../deal-search.ts';
import { PageCache } from './page-cache.ts';
import { createPostgresDealSearch } from './postgres/postgres-search.ts';
import {
  IndexUnavailableError,
  startIndexWorker,
  type IndexChange,
  type IndexWorker,
} from './worker/index-worker.ts';

/** Milliseconds before a dead thread is started again; doubled each time up to the maximum. */
const FIRST_RESTART = 1_000;
const LONGEST_RESTART = 60_000;
/** Deals between two log lines about the progress of loading. */
const PROGRESS_LINE = 100_000;

export interface DealSearchOptions {
  readonly connectionString: string;
  readonly database: Database;
  /** The folder of the index's snapshot. */
  readonly directory: string;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export interface SearchHealth {
  readonly status: 'healthy' | 'degraded' | 'error';
  readonly detail?: string;
}

export interface DealSearchService extends DealSearch {
  /**
   * Degraded while PostgreSQL serves in place of the index, or while changes cannot be followed.
   */
  health(): SearchHealth;
  /** Resolves when the index serves for the first time. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Deal search: the index in a thread of its own, and PostgreSQL in its place while it loads or
 * after it died. A dead thread is started again.
 */
export const createDealSearch = (options: DealSearchOptions): DealSearchService => {
  const { logger, bus } = options;
  const postgres = createPostgresDealSearch(options.database);
  const ready = Promise.withResolvers<void>();
  const pages = new PageCache();
  let health: SearchHealth = { status: 'degraded', detail: 'the index is warming up' };
  let worker: IndexWorker;
  let isIndexReady = false;
  let restart: NodeJS.Timeout | undefined;
  let restartDelay = FIRST_RESTART;
  let nextProgressLine = PROGRESS_LINE;

  const take = (news: IndexChange): void => {
    switch (news.kind) {
      case 'loading':
        health = {
          status: 'degraded',
          detail: `the index is loading: ${news.done} of ${news.expected} deals`,
        };
        if (news.done < nextProgressLine) break;
        nextProgressLine += PROGRESS_LINE;
        logger.info({ done: news.done, expected: news.expected }, 'loading the deal index');
        break;
      case 'ready':
        health = { status: 'healthy' };
        isIndexReady = true;
        restartDelay = FIRST_RESTART;
        logger.info({ deals: news.deals }, 'deal index ready');
        ready.resolve();
        break;
      case 'changed':
        pages.clear();
        // Changes by another process, such as an import by command, are not on the bus, so they are
        // published here.
        if (!news.isTold) bus.publish(dealsChanged, {});
        break;
      case 'behind':
        health = { status: 'degraded', detail: 'changes of deals cannot be followed' };
        logger.warn({ reason: news.message }, 'the deal index cannot follow changes');
        break;
      case 'following':
        if (isIndexReady) health = { status: 'healthy' };
        logger.info('the deal index follows changes again');
        break;
      case 'snapshot_unusable':
        logger.warn(
          { reason: news.message },
          'deal index rebuilt because its snapshot cannot be used',
        );
        break;
      case 'snapshot_failed':
        logger.error(
          { reason: news.message },
          'the snapshot of the deal index could not be written',
        );
        break;
      case 'closed':
        break;
    }
  };

  const start = (): IndexWorker => {
    nextProgressLine = PROGRESS_LINE;
    return startIndexWorker({
      connectionString: options.connectionString,
      directory: options.directory,
      onNews: take,
      onDeath(error) {
        isIndexReady = false;
        pages.clear();
        health = { status: 'degraded', detail: 'the index has failed and is started again' };
        logger.error({ err: error, restartIn: restartDelay }, 'the deal index has failed');
        restart = setTimeout(() => {
          restart = undefined;
          worker = start();
        }, restartDelay);
        restartDelay = Math.min(restartDelay * 2, LONGEST_RESTART);
      },
    });
  };
  worker = start();
  const unsubscribe = bus.subscribe(dealsChanged, () => worker.wake());

  const respond = async <Result>(ask: (search: DealSearch) => Promise<Result>): Promise<Result> => {
    if (!isIndexReady) return ask(postgres);
    try {
      return await ask(worker);
    } catch (error) {
      if (!(error instanceof IndexUnavailableError)) throw error;
      return ask(postgres);
    }
  };

  return {
    search: (query, limit, cursor) =>
      respond((by) =>
        by === postgres
          ? by.search(query, limit, cursor)
          : pages.read(query, limit, cursor, () => by.search(query, limit, cursor)),
      ),
    suggest: (text, limit) => respond((by) => by.suggest(text, limit)),
    health: () => health,
    ready: ready.promise,
    async close() {
      unsubscribe();
      isIndexReady = false;
      if (restart === undefined) await worker.close();
      else clearTimeout(restart);
    },
  };
};
