import type { Suggestion } from '@izgodno/contract/search/calls';
import type { Logger } from 'pino';
import type { Pool } from 'pg';
import type { SearchServers } from '#config/search-url.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { createSessionLocks, type SessionLocks } from '#platform/database/session-locks.ts';
import type { PartHealth } from '#platform/health.ts';
import { dealsChanged } from '#features/deals/api.ts';
import type { Database } from '#schema/schema.ts';
import { digestOfFolders } from '../../digest-of-folders.ts';
import type { DealQuery, DealSearch, DealSearchPage } from '../../deal-search.ts';
import { LONGEST_LAG, PageCache, type FollowingDealSearch, type IndexLag } from '../deal-search.ts';
import { createInterruptibleWait } from '../interruptible-wait.ts';
import { createPostgresDealSearch } from '../postgres/postgres-search.ts';
import { countUnread } from '../replica/changes.ts';
import { PositionLostError } from '../replica/replica.ts';
import { openTablesServer, TablesUnavailableError, type TablesServer } from './connection.ts';
import { dialects } from './dialect.ts';
import { LiveWords } from './live-words.ts';
import { TableFeeder } from './table-feeder.ts';
import { Shard, type ShardLook } from './shard.ts';
import { commonState, type TableState } from './table-state.ts';
import { allDeals, otherGeneration, type Generation } from './tables.ts';
import {
  examineTables,
  searchTables,
  type SearchedGeneration,
  type TablesPage,
} from './tables-search.ts';
import { messageOf } from '#platform/message-of.ts';

/** Milliseconds between two looks at the tables without a notification. */
const POLL_INTERVAL = 500;
/** Milliseconds for a message of a search, and of a statement that writes. */
const SEARCH_DEADLINE = 3_000;
const WRITE_DEADLINE = 60_000;
const SEARCH_CONNECTIONS = 16;
const WRITE_CONNECTIONS = 2;
/** Milliseconds after which searches no longer read the tables that served before. */
const GRACE = 30_000;
/**
 * How often a search that lacks a shard is repeated: the front no longer asks a copy that has failed three
 * times, and on a busy machine it counts a failure later than the search ends.
 */
const MOST_REPEATS = 6;
/** Milliseconds between two writes of a position without changes. */
const POSITION_INTERVAL = 10_000;
/** One process writes the tables. */
const LOCK = 'search tables';

/** The code, the brands and the kinds that decide which words are looked up. */
const sources = [
  '../analysis/',
  '../../brands/',
  '../../kinds/',
  '../../kinds/data/',
  './',
  // What is masked is not looked up.
  import.meta.resolve('@izgodno/contract/common/phone-numbers'),
].map((source) => new URL(source, import.meta.url));

export interface TableDealSearchOptions {
  readonly servers: SearchServers;
  readonly database: Database;
  readonly pool: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Milliseconds; for tests. */
  readonly pollInterval?: number;
}

const healthOf = (looks: readonly ShardLook[], state: TableState | null): PartHealth => {
  const away = looks.filter(({ states }) => states.length === 0);
  if (away.length > 0) {
    const reasons = away.map((look) => look.away.join(', ')).join('; ');
    const detail = `${away.length} of ${looks.length} shards are away: ${reasons}`;
    return { status: 'degraded', detail };
  }
  if (state === null)
    return {
      status: 'degraded',
      detail: 'the search tables are empty: another process fills them',
    };
  const reasons = looks.flatMap((look) => look.away);
  return reasons.length === 0
    ? { status: 'healthy' }
    : { status: 'degraded', detail: `copies of shards are away: ${reasons.join('; ')}` };
};

/** The tables that searches read now. */
interface Serving extends SearchedGeneration {
  readonly generation: Generation;
  readonly serial: number;
  readonly size: number;
}

/**
 * Deal search by the tables of Manticore Search or Sphinx, for more deals than one machine can index. One of the
 * processes writes the changes of deals into the tables. PostgreSQL serves while the tables are away or empty.
 */
export class TableDealSearch implements FollowingDealSearch {
  readonly #options: TableDealSearchOptions;
  readonly #front: TablesServer;
  readonly #shards: readonly Shard[];
  readonly #locks: SessionLocks;
  readonly #postgres: DealSearch;
  readonly #pages = new PageCache();
  readonly #waiting = createInterruptibleWait();
  readonly #unsubscribe: () => void;
  readonly #running: Promise<void>;
  #serving: Serving | null = null;
  #words: LiveWords | null = null;
  #state: TableState | null = null;
  /** When this process learned that the tables have all changes of their position. */
  #reached: { readonly followedAt: number; readonly at: number } | null = null;
  #health: PartHealth = { status: 'degraded', detail: 'the search tables are not read yet' };
  /** Whether some copy of each shard answered the last look. */
  #hasEveryShard = false;
  /** What the last searches said about shards that did not answer. */
  #warning: string | null = null;
  #isLeading = false;
  /** Whether this process is of newer code than the tables: decided once, so that two releases do not alternate. */
  #isNewer: boolean | null = null;
  #former: { readonly generation: Generation; readonly emptyAt: number } | null = null;
  #writtenAt = 0;
  #isClosing = false;

  constructor(options: TableDealSearchOptions) {
    const { servers, database, pool, bus } = options;
    const { user, password, front, shards } = servers;
    this.#options = options;
    this.#front = openTablesServer({
      ...front,
      user,
      password,
      deadline: SEARCH_DEADLINE,
      maxConnections: SEARCH_CONNECTIONS,
    });
    this.#shards = shards.map(
      (copies) =>
        new Shard(copies, {
          user,
          password,
          deadline: WRITE_DEADLINE,
          maxConnections: WRITE_CONNECTIONS,
        }),
    );
    this.#locks = createSessionLocks(pool);
    this.#postgres = createPostgresDealSearch(database);
    this.#unsubscribe = bus.subscribe(dealsChanged, () => this.#waiting.interrupt());
    this.#running = this.#run();
  }

  async probe(): Promise<PartHealth> {
    if (this.#health.status !== 'healthy') return this.#health;
    if (this.#warning !== null)
      return {
        status: 'degraded',
        detail: `a part of the deals is not searched: ${this.#warning}`,
      };
    const { deals, seconds } = await this.lag();
    const detail = `${deals} changed deals behind, ${seconds.toFixed(1)} s`;
    return { status: seconds > LONGEST_LAG ? 'degraded' : 'healthy', detail };
  }

  async lag(): Promise<IndexLag> {
    const state = this.#state;
    if (state === null) return { deals: 0, seconds: 0 };
    const deals = await countUnread(this.#options.database, state.position.snapshot);
    const since = this.#reached?.at ?? 0;
    const seconds = deals === 0 ? 0 : Math.max(0, this.#options.clock.now() - since) / 1_000;
    return { deals, seconds };
  }

  get size(): number {
    return this.#serving?.size ?? 0;
  }

  async search(query: DealQuery, limit: number, cursor: string | null): Promise<DealSearchPage> {
    const serving = this.#serving;
    if (serving === null) return this.#postgres.search(query, limit, cursor);
    try {
      return await this.#pages.read(query, limit, cursor, async () => {
        const { warning, ...page } = await this.#searchWhole(serving, query, limit, cursor);
        this.#warning = warning;
        // A partial page is not cached: the shard may be back.
        if (page.partial) this.#pages.clear();
        return page;
      });
    } catch (error) {
      if (!(error instanceof TablesUnavailableError)) throw error;
      this.#serving = null;
      this.#report({ status: 'degraded', detail: error.message });
      return this.#postgres.search(query, limit, cursor);
    }
  }

  /**
   * The front notices that a copy is away when it has failed some times in a row: until then, a search is
   * repeated that lacks its deals.
   */
  async #searchWhole(
    serving: Serving,
    ...call: Parameters<DealSearch['search']>
  ): Promise<TablesPage> {
    let page = await searchTables(serving, ...call);
    for (let again = 0; again < MOST_REPEATS && page.partial && this.#hasEveryShard; again += 1)
      page = await searchTables(serving, ...call);
    return page;
  }

  /** From the newest deals in PostgreSQL. */
  suggest(text: string, limit: number): Promise<readonly Suggestion[]> {
    return this.#postgres.suggest(text, limit);
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    this.#isClosing = true;
    this.#waiting.interrupt();
    await this.#running;
    if (this.#isLeading) await this.#locks.giveBack(LOCK);
    await Promise.all([this.#front, ...this.#shards].map((server) => server.close()));
  }

  async #run(): Promise<void> {
    const digest = await digestOfFolders(sources);
    const { database, clock, servers, pollInterval = POLL_INTERVAL } = this.#options;
    const feeder = new TableFeeder({
      database,
      clock,
      digest,
      shards: this.#shards,
      dialect: dialects[servers.dialect],
      requireLead: () => this.#requireLead(),
    });
    let isNotified = false;
    while (!this.#isClosing) {
      try {
        await this.#look(feeder, digest, isNotified);
      } catch (error) {
        // What the stop interrupts, the next process writes.
        if (this.#isClosing) return;
        this.#report({ status: 'degraded', detail: messageOf(error) });
      }
      isNotified = await this.#waiting.wait(pollInterval);
    }
  }

  /** Reads the state of the shards, writes what has changed if that is this process's task, and serves. */
  async #look(feeder: TableFeeder, digest: string, isNotified: boolean): Promise<void> {
    const looks = await Promise.all(this.#shards.map((shard) => shard.look()));
    const found = looks.flatMap(({ states }) => states);
    this.#state = commonState(found.filter((state) => state !== null));
    this.#noteReached();
    this.#isNewer ??= this.#state !== null && this.#state.digest !== digest;
    this.#hasEveryShard = looks.every(({ states }) => states.length > 0);
    if (this.#hasEveryShard) {
      // A copy that was away while other tables were filled does not have these.
      const isComplete = found.every((state) => state?.generation === this.#state?.generation);
      if (await this.#lead())
        await (isComplete ? this.#write(feeder, digest, isNotified) : this.#load(feeder));
    }
    await this.#serve();
    this.#report(healthOf(looks, this.#state));
  }

  /** Notes by this process's own clock, because that of the process that writes may differ. */
  #noteReached(): void {
    const state = this.#state;
    if (state === null || state.followedAt === this.#reached?.followedAt) return;
    this.#reached = { followedAt: state.followedAt, at: this.#options.clock.now() };
  }

  async #lead(): Promise<boolean> {
    this.#isLeading ||= await this.#locks.tryTake(LOCK, () => {
      this.#isLeading = false;
    });
    return this.#isLeading;
  }

  /** Throws if this process stops, or another one may write the tables because the lock was lost. */
  #requireLead(): void {
    if (this.#isClosing) throw new Error('The search is closing.');
    if (!this.#isLeading) throw new Error('Another process may write the search tables.');
  }

  async #write(feeder: TableFeeder, digest: string, isNotified: boolean): Promise<void> {
    const state = this.#state;
    if (state === null) return this.#load(feeder);
    if (state.digest !== digest) {
      if (this.#isNewer === true) return this.#load(feeder);
      // A process of the other release writes: its tables need its analysis.
      await this.#locks.giveBack(LOCK);
      this.#isLeading = false;
      return undefined;
    }
    try {
      const followed = await feeder.follow(state);
      this.#state = followed.state;
      this.#noteReached();
      await this.#keep(feeder, followed.count, isNotified);
    } catch (error) {
      if (!(error instanceof PositionLostError)) throw error;
      await this.#load(feeder);
    }
    return this.#emptyFormer(feeder);
  }

  /** Stores the position, and announces changes by processes that are not on the bus. */
  async #keep(feeder: TableFeeder, count: number, isNotified: boolean): Promise<void> {
    const { clock, bus } = this.#options;
    if (this.#state === null) return;
    if (count === 0 && clock.now() - this.#writtenAt < POSITION_INTERVAL) return;
    // A server that lost its tables since the look must not seem to have them; the next look loads.
    const found = await Promise.all(this.#shards.map((shard) => shard.states()));
    if (found.flat().includes(null)) return;
    await feeder.writeStates(this.#state);
    this.#writtenAt = clock.now();
    if (count > 0 && !isNotified) bus.publish(dealsChanged, {});
  }

  async #load(feeder: TableFeeder): Promise<void> {
    const former = this.#state;
    const generation = former === null ? 'a' : otherGeneration(former.generation);
    this.#options.logger.info({ generation }, 'loading the search tables');
    const state = await feeder.load(generation, former?.serial ?? 0, (done, expected) => {
      this.#health = {
        status: 'degraded',
        detail: `the search tables are loading: ${done} of ${expected} deals`,
      };
    });
    await feeder.writeStates(state);
    this.#writtenAt = this.#options.clock.now();
    this.#state = state;
    this.#noteReached();
    if (former !== null) {
      const emptyAt = this.#options.clock.now() + GRACE;
      this.#former = { generation: former.generation, emptyAt };
    }
  }

  async #emptyFormer(feeder: TableFeeder): Promise<void> {
    if (this.#former === null || this.#options.clock.now() < this.#former.emptyAt) return;
    await feeder.empty(this.#former.generation);
    this.#former = null;
  }

  /** Searches read the tables of the present state from now on, with the words in them. */
  async #serve(): Promise<void> {
    const state = this.#state;
    if (state === null) {
      this.#serving = null;
      return;
    }
    try {
      const { generation, serial } = state;
      const { size, warning } = await examineTables(this.#front, allDeals(generation));
      this.#warning = warning;
      const isServed = this.#serving?.generation === generation && this.#serving.serial === serial;
      if (isServed && this.#words?.isComplete === true) return;
      if (this.#words?.generation !== generation)
        this.#words = new LiveWords(this.#front, generation);
      await this.#words.refresh();
      const table = allDeals(generation);
      this.#serving = { server: this.#front, table, words: this.#words, generation, serial, size };
      this.#pages.clear();
    } catch (error) {
      // PostgreSQL serves until the front answers again.
      this.#serving = null;
      throw error;
    }
  }

  #report(health: PartHealth): void {
    const isNew = health.status !== this.#health.status;
    this.#health = health;
    if (!isNew) return;
    if (health.status === 'healthy') this.#options.logger.info('the search tables serve');
    else this.#options.logger.warn({ reason: health.detail }, 'the search tables do not serve');
  }
}
