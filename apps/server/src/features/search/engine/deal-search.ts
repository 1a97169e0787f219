import type { Suggestion } from '@izgodno/contract/search/calls';
import type { Logger } from 'pino';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { PartHealth } from '#platform/health.ts';
import { RecentMap } from '#platform/recent-map.ts';
import type { Database } from '#schema/schema.ts';
import { dealsChanged } from '#features/deals/api.ts';
import type { DealQuery, DealSearch, DealSearchPage } from '../deal-search.ts';
import { createPostgresDealSearch } from './postgres/postgres-search.ts';
import { countUnread } from './replica/changes.ts';
import { IndexThreads } from './worker/index-threads.ts';
import type { IndexChange } from './worker/messages.ts';
import { RestartDelay } from './worker/restart-delay.ts';
import { IndexUnavailableError } from './worker/search-thread.ts';

/** The largest number of cached pages; one takes 5 to 10 KB. */
const CACHED_PAGES = 2_000;

type Ask = () => Promise<DealSearchPage>;

/**
 * A cache of recent searches. Most users ask for the same few things, and between two changes of
 * the deals the same query has the same result.
 */
export class PageCache {
  readonly #pages = new RecentMap<string, Promise<DealSearchPage>>(CACHED_PAGES);

  /** The cached page of this search, else the one that `ask` returns. A failure is not cached. */
  read(query: DealQuery, limit: number, cursor: string | null, ask: Ask): Promise<DealSearchPage> {
    const key = JSON.stringify([query, limit, cursor]);
    const cached = this.#pages.get(key);
    if (cached !== undefined) return cached;
    const page = ask();
    this.#pages.set(key, page);
    page.catch(() => {
      if (this.#pages.get(key) === page) this.#pages.delete(key);
    });
    return page;
  }

  /** Evicts everything, because deals have changed. */
  clear(): void {
    this.#pages.clear();
  }
}

/** Deals between two log lines about the progress of loading. */
const PROGRESS_LINE = 100_000;

export interface IndexedDealSearchOptions {
  readonly connectionString: string;
  readonly database: Database;
  /** The folder of the index's snapshot. */
  readonly directory: string;
  /** How many threads answer searches. */
  readonly threads: number;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** How far the index is behind the database. */
export interface IndexLag {
  /** Deals with changes that the index does not have. */
  readonly deals: number;
  readonly seconds: number;
}

/** Seconds behind the database after which the index is degraded. */
export const LONGEST_LAG = 30;

/** A search with an index that follows the database. */
export interface FollowingDealSearch extends DealSearch {
  /** The state of the index, with its lag. */
  probe(): Promise<PartHealth>;
  lag(): Promise<IndexLag>;
  /** The number of deals in the index. */
  readonly size: number;
  close(): Promise<void>;
}

/**
 * Deal search: the index in threads of its own, and PostgreSQL in its place while it loads or after
 * it died. A dead thread is started again.
 */
export class IndexedDealSearch implements FollowingDealSearch {
  readonly #options: IndexedDealSearchOptions;
  readonly #postgres: DealSearch;
  readonly #ready = Promise.withResolvers<void>();
  readonly #pages = new PageCache();
  readonly #restartDelay = new RestartDelay();
  readonly #unsubscribe: () => void;
  #health: PartHealth = { status: 'degraded', detail: 'the index is warming up' };
  #index: IndexThreads;
  #isIndexReady = false;
  #restart: NodeJS.Timeout | undefined;
  #nextProgressLine = PROGRESS_LINE;
  #followed: { readonly snapshot: string; readonly deals: number; readonly at: number } | null =
    null;

  constructor(options: IndexedDealSearchOptions) {
    this.#options = options;
    this.#postgres = createPostgresDealSearch(options.database);
    this.#index = this.#start();
    this.#unsubscribe = options.bus.subscribe(dealsChanged, () => this.#index.notify());
  }

  /** Resolves when the index serves for the first time. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /**
   * Degraded while PostgreSQL serves in place of the index, or while changes cannot be followed.
   */
  health(): PartHealth {
    return this.#health;
  }

  /** `health` with the lag. */
  async probe(): Promise<PartHealth> {
    const health = this.health();
    const { deals, seconds } = await this.lag();
    if (health.status !== 'healthy') return health;
    const detail = `${deals} changed deals behind, ${seconds.toFixed(1)} s`;
    return { status: seconds > LONGEST_LAG ? 'degraded' : 'healthy', detail };
  }

  /** Zero without an index, because PostgreSQL itself then serves. */
  async lag(): Promise<IndexLag> {
    const followed = this.#followed;
    if (followed === null) return { deals: 0, seconds: 0 };
    const deals = await countUnread(this.#options.database, followed.snapshot);
    // A node that has read everything is not behind, however long ago the last change was.
    const seconds = deals === 0 ? 0 : (this.#options.clock.now() - followed.at) / 1_000;
    return { deals, seconds };
  }

  /** The number of deals in the index. */
  get size(): number {
    return this.#followed?.deals ?? 0;
  }

  search(query: DealQuery, limit: number, cursor: string | null): Promise<DealSearchPage> {
    return this.#respond((by) =>
      by === this.#postgres
        ? by.search(query, limit, cursor)
        : this.#pages.read(query, limit, cursor, () => by.search(query, limit, cursor)),
    );
  }

  suggest(text: string, limit: number): Promise<readonly Suggestion[]> {
    return this.#respond((by) => by.suggest(text, limit));
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    this.#isIndexReady = false;
    clearTimeout(this.#restart);
    await this.#index.close();
  }

  async #respond<Result>(ask: (search: DealSearch) => Promise<Result>): Promise<Result> {
    if (!this.#isIndexReady) return ask(this.#postgres);
    try {
      return await ask(this.#index);
    } catch (error) {
      if (!(error instanceof IndexUnavailableError)) throw error;
      return ask(this.#postgres);
    }
  }

  #start(): IndexThreads {
    this.#nextProgressLine = PROGRESS_LINE;
    const { connectionString, directory, threads, logger } = this.#options;
    return new IndexThreads({
      connectionString,
      directory,
      threads,
      onReport: (report) => this.#receive(report),
      onDeath: (error) => this.#startAgain(error),
      onReaderDeath: (error, restartIn) =>
        logger.error({ err: error, restartIn }, 'a thread of the deal index has failed'),
    });
  }

  #startAgain(error: Error): void {
    this.#isIndexReady = false;
    this.#followed = null;
    this.#pages.clear();
    this.#health = { status: 'degraded', detail: 'the index has failed and is started again' };
    const restartIn = this.#restartDelay.take();
    this.#options.logger.error({ err: error, restartIn }, 'the deal index has failed');
    void this.#index.close();
    this.#restart = setTimeout(() => {
      this.#index = this.#start();
    }, restartIn);
  }

  #receive(report: IndexChange): void {
    const { logger, bus } = this.#options;
    switch (report.kind) {
      case 'loading':
        this.#health = {
          status: 'degraded',
          detail: `the index is loading: ${report.done} of ${report.expected} deals`,
        };
        if (report.done < this.#nextProgressLine) break;
        this.#nextProgressLine += PROGRESS_LINE;
        logger.info({ done: report.done, expected: report.expected }, 'loading the deal index');
        break;
      case 'ready':
        // After a failover the index is another one, though the thread is the same.
        this.#pages.clear();
        this.#health = { status: 'healthy' };
        this.#isIndexReady = true;
        this.#restartDelay.reset();
        logger.info({ deals: report.deals }, 'deal index ready');
        this.#ready.resolve();
        break;
      case 'changed':
        this.#pages.clear();
        // Changes by another process, such as an import by command, are not on the bus, so they are
        // published here.
        if (!report.isNotified) bus.publish(dealsChanged, {});
        break;
      case 'followed':
        this.#followed = {
          snapshot: report.snapshot,
          deals: report.deals,
          at: this.#options.clock.now(),
        };
        break;
      case 'behind':
        this.#health = { status: 'degraded', detail: 'changes of deals cannot be followed' };
        logger.warn({ reason: report.message }, 'the deal index cannot follow changes');
        break;
      case 'following':
        if (this.#isIndexReady) this.#health = { status: 'healthy' };
        logger.info('the deal index follows changes again');
        break;
      case 'snapshot_unusable':
        logger.warn(
          { reason: report.message },
          'deal index rebuilt because its snapshot cannot be used',
        );
        break;
      case 'snapshot_failed':
        logger.error(
          { reason: report.message },
          'the snapshot of the deal index could not be written',
        );
        break;
      case 'closed':
        break;
    }
  }
}
