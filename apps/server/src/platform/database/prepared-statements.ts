import {
  sql,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import { DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { PLAN_OUTDATED, repeatAborted } from './repeat-aborted.ts';

/**
 * For a statement whose best plan depends on its values, such as a search of words or a join of many
 * ids: it is not prepared, because PostgreSQL would soon use one plan for all values.
 */
export const PLANNED_EACH_TIME = '/* planned each time */';

/** The same for `modifyFront`. */
export const plannedEachTime = sql`/* planned each time */`;

/**
 * The number of executions before a statement is prepared, because many are executed once, such as
 * inserts of a certain number of rows.
 */
const SIGHTINGS = 3;
/** Every connection caches a plan of each, of some 30 KB. */
const PREPARED_AT_MOST = 300;
/** Counted statements; above this number counting restarts. */
const COUNTED_AT_MOST = 2_000;

/** A pooler switched the connection, on which the name is unknown or taken. */
const POOLED_AWAY: ReadonlySet<string | undefined> = new Set(['26000', '42P05']);

/** A write on a server that became a standby. */
const READ_ONLY = '25006';

/** With the message of the library's own limit, which `unavailable.ts` knows. */
const limitPassed = (): Error => new Error('Query read timeout');

const BEGINS = /^(begin|start transaction)\b/i;
const ENDS = /^(commit|rollback)$/i;

/** Names the frequent texts; null for others. */
class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #sightings = new Map<string, number>();
  #enabled = true;

  of(text: string): string | null {
    if (!this.#enabled) return null;
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= PREPARED_AT_MOST) return known ?? null;
    const sightings = (this.#sightings.get(text) ?? 0) + 1;
    if (this.#sightings.size >= COUNTED_AT_MOST) this.#sightings.clear();
    this.#sightings.set(text, sightings);
    if (sightings < SIGHTINGS) return null;
    this.#sightings.delete(text);
    const name = `izgodno_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }

  disable(): void {
    this.#enabled = false;
  }
}

/** Marks all present connections of a pool as outdated. */
class Generations {
  current = 0;

  /** Ends a generation, unless a connection of it has done so. */
  end(generation: number): void {
    if (generation === this.current) this.current += 1;
  }
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  readonly #limit: number | undefined;
  readonly #generations: Generations;
  readonly #generation: number;
  #isUnusable = false;
  #isInTransaction = false;

  constructor(
    client: PoolClient,
    names: StatementNames,
    generations: Generations,
    limit: number | undefined,
  ) {
    this.#client = client;
    this.#names = names;
    this.#generations = generations;
    this.#generation = generations.current;
    this.#limit = limit;
  }

  get isOutdated(): boolean {
    return this.#generation !== this.#generations.current;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: unknown, values?: unknown): unknown {
    if (typeof text !== 'string' || !Array.isArray(values))
      throw new TypeError('Cursors are read from the pool itself');
    return this.#ask(text, values);
  }

  #ask(text: string, values: unknown[]): Promise<unknown> {
    if (BEGINS.test(text)) this.#isInTransaction = true;
    if (ENDS.test(text)) this.#isInTransaction = false;
    const ask = (): Promise<unknown> => this.#askOnce(text, values);
    // A transaction is repeated as a whole (`database.ts`).
    return this.#isInTransaction ? ask() : repeatAborted(ask);
  }

  async #askOnce(text: string, values: unknown[]): Promise<unknown> {
    const isPrepared = values.length > 0 && !text.includes(PLANNED_EACH_TIME);
    const name = isPrepared ? this.#names.of(text) : null;
    try {
      return await this.#run(name === null ? { text, values } : { name, text, values });
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      const isOutdated = name !== null && error.code === PLAN_OUTDATED;
      // The other connections lead to the same server, and writes need another one; or they have the
      // same outdated plans.
      if (error.code === READ_ONLY || isOutdated) this.#generations.end(this.#generation);
      if (name !== null && POOLED_AWAY.has(error.code)) this.#names.disable();
      // Nothing was done yet. A transaction is aborted, and repeated as a whole on a new connection.
      if (isOutdated && !this.#isInTransaction) return this.#run({ text, values });
      throw error;
    }
  }

  /**
   * Uses a callback and a timer of its own, because the library's promises and its `query_timeout`
   * keep the rows of every query until young garbage is collected, which then copies them all: for a
   * list of 200 rows 1.8 MB instead of 0.2, in a pause three times as long (decision 36).
   */
  #run(query: QueryConfig): Promise<QueryResult> {
    // Otherwise a rollback would wait for as long again, behind the statement that has no response.
    if (this.#isUnusable) return Promise.reject(limitPassed());
    return new Promise((resolve, reject) => {
      const end = (): void => {
        // The connection still waits for the response.
        this.#isUnusable = true;
        reject(limitPassed());
      };
      const timer = this.#limit === undefined ? undefined : setTimeout(end, this.#limit);
      this.#client.query(query, (error: Error | null, result) => {
        clearTimeout(timer);
        if (error === null) resolve(result);
        else reject(error);
      });
    });
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy === true || this.#isUnusable || this.isOutdated);
  }
}

/**
 * The pool for Kysely, which prepares frequent statements once per connection and saves PostgreSQL
 * parsing and planning: a third of the cost of reading a page. A statement whose plan a change of the
 * schema outdated is repeated without it, and every connection is replaced before its next use; behind
 * a pooler without support for prepared statements, the first failure ends preparing. After
 * `statementLimit` milliseconds a statement fails and its connection is closed, because the server may
 * have vanished without closing it.
 */
export const preparingPool = (pool: Pool, statementLimit?: number): PostgresPool => {
  const names = new StatementNames();
  const generations = new Generations();
  const clients = new WeakMap<PoolClient, PreparingClient>();
  return {
    options: pool.options,
    async connect() {
      for (;;) {
        const client = await pool.connect();
        const preparing =
          clients.get(client) ?? new PreparingClient(client, names, generations, statementLimit);
        clients.set(client, preparing);
        if (!preparing.isOutdated) return preparing;
        preparing.release();
      }
    },
    end: () => pool.end(),
  };
};
