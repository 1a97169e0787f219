import type { Pool, PoolClient } from 'pg';
import { STATEMENT_LIMIT_MS } from './database.ts';

/**
 * Named locks across all processes that share the database. Nothing waits in the database, and a
 * lock is released when its process dies.
 */
export interface SessionLocks {
  /**
   * Returns whether the caller got the lock. `onLost` is called if the database loses it before its
   * release. Throws if the database is unavailable.
   */
  tryTake(name: string, onLost: () => void): Promise<boolean>;
  giveBack(name: string): Promise<void>;
}

const LOCK_KEY = 'hashtextextended($1, 0)';

const evaluate = async (
  client: PoolClient,
  sql: string,
  name: string,
  statementLimit: number,
): Promise<boolean> => {
  const query = { text: `SELECT ${sql} AS done`, values: [name], query_timeout: statementLimit };
  const { rows } = await client.query<{ done: boolean }>(query);
  return rows[0]?.done === true;
};

/**
 * Advisory locks of one database session, borrowed from the pool while any lock is held: one
 * connection for any number of locks. A connection that is silent for `statementLimit` counts as lost,
 * because the server may have vanished without closing it.
 */
export const createSessionLocks = (
  pool: Pool,
  statementLimit = STATEMENT_LIMIT_MS,
): SessionLocks => {
  /**
   * Locks that are held or being requested, by name. They are not requested again, because
   * PostgreSQL grants a session its own lock twice.
   */
  const held = new Map<string, () => void>();
  const requested = new Set<string>();
  let client: PoolClient | null = null;
  /** A connection handles one query at a time. */
  let last: Promise<unknown> = Promise.resolve();

  const lose = (): void => {
    client?.off('end', lose).release(true);
    client = null;
    const losers = [...held.values()];
    held.clear();
    for (const onLost of losers) onLost();
  };

  const connection = async (): Promise<PoolClient> => {
    client ??= (await pool.connect()).once('end', lose);
    return client;
  };

  const ask = (sql: string, name: string): Promise<boolean> => {
    const asked = last.then(async () => {
      const used = await connection();
      return evaluate(used, sql, name, statementLimit).catch((error: unknown) => {
        // Before the next request, which needs another connection.
        if (client === used) lose();
        throw error;
      });
    });
    last = asked.catch(() => {});
    return asked;
  };

  const releaseIfUnused = (): void => {
    if (held.size + requested.size > 0) return;
    client?.off('end', lose).release();
    client = null;
  };

  return {
    async tryTake(name, onLost) {
      if (held.has(name) || requested.has(name)) return false;
      requested.add(name);
      try {
        const isTaken = await ask(`pg_try_advisory_lock(${LOCK_KEY})`, name);
        if (isTaken) held.set(name, onLost);
        return isTaken;
      } finally {
        requested.delete(name);
        releaseIfUnused();
      }
    },
    async giveBack(name) {
      if (!held.has(name)) return;
      // If the unlock fails, the session has ended and its locks are released.
      await ask(`pg_advisory_unlock(${LOCK_KEY})`, name).catch(() => {});
      held.delete(name);
      releaseIfUnused();
    },
  };
};
