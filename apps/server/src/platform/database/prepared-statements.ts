import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { repeatAfterDeadlock } from './deadlocks.ts';

/** How often a statement comes before it is worth preparing: many come once, such as inserts of just so many rows. */
const SIGHTINGS = 3;
/** Every connection keeps a plan of each, of some 30 KB. */
const PREPARED_AT_MOST = 300;
/** Statements that are counted; above it all counting begins anew. */
const COUNTED_AT_MOST = 2_000;

/** A column changed its type under a plan, as in an upgrade of another node. */
const PLAN_OUTDATED = '0A000';
/** A pooler between us and PostgreSQL has put us on another connection: the name is unknown there, or taken. */
const POOLED_AWAY: ReadonlySet<string | undefined> = new Set(['26000', '42P05']);

const BEGINS = /^(begin|start transaction)\b/i;
const ENDS = /^(commit|rollback)$/i;

/** Gives names to the texts that come often; null for all others. */
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

class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  #isOutdated = false;
  #isInTransaction = false;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
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
    return this.#isInTransaction ? ask() : repeatAfterDeadlock(ask);
  }

  async #askOnce(text: string, values: unknown[]): Promise<unknown> {
    const name = values.length === 0 ? null : this.#names.of(text);
    try {
      return await this.#run(name === null ? { text, values } : { name, text, values });
    } catch (error) {
      if (name !== null && error instanceof DatabaseError) {
        if (error.code === PLAN_OUTDATED) this.#isOutdated = true;
        if (POOLED_AWAY.has(error.code)) this.#names.disable();
      }
      throw error;
    }
  }

  /**
   * Asks by a callback: the library's own promises hold the rows of every query until young garbage is
   * collected, which then has to copy them all: for 200 channels 1.8 MB instead of 0.2, in a pause three
   * times as long (decision 36).
   */
  #run(query: QueryConfig): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      this.#client.query(query, (error: Error | null, result) =>
        error === null ? resolve(result) : reject(error),
      );
    });
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy === true || this.#isOutdated);
  }
}

/**
 * The pool as Kysely sees it, with statements that are asked often prepared once a connection, which
 * saves PostgreSQL parsing and planning them: a third of the cost of reading a page of deals. A plan
 * that a change of the schema outdates fails once and takes its connection with it; behind a pooler
 * that does not carry prepared statements, the first failure ends the preparing.
 */
export const preparingPool = (pool: Pool): PostgresPool => {
  const names = new StatementNames();
  const clients = new WeakMap<PoolClient, PreparingClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const kept = clients.get(client) ?? new PreparingClient(client, names);
      clients.set(client, kept);
      return kept;
    },
    end: () => pool.end(),
  };
};
