import type { Pool, PoolClient } from 'pg';

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

/**
 * Advisory locks of one database session, borrowed from the pool while any lock is held: one
 * connection for any number of locks.
 */
export const createSessionLocks = (pool: Pool): SessionLocks => {
  /**
   * Locks that are held or being requested, by name. They are not requested again, because
   * PostgreSQL grants a session its own lock twice.
   */
  const held = new Map<string, () => void>();
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
      const { rows } = await (
        await connection()
      ).query<{ done: boolean }>(`SELECT ${sql} AS done`, [name]);
      return rows[0]?.done === true;
    });
    last = asked.catch(() => {});
    return asked;
  };

  const release = (name: string): void => {
    held.delete(name);
    if (held.size > 0) return;
    client?.off('end', lose).release();
    client = null;
  };

  return {
    async tryTake(name, onLost) {
      if (held.has(name)) return false;
      held.set(name, onLost);
      try {
        if (await ask(`pg_try_advisory_lock(${LOCK_KEY})`, name)) return true;
      } catch (error) {
        release(name);
        throw error;
      }
      release(name);
      return false;
    },
    async giveBack(name) {
      if (!held.has(name)) return;
      // If the unlock fails, the session has ended and its locks are released.
      await ask(`pg_advisory_unlock(${LOCK_KEY})`, name).catch(lose);
      release(name);
    },
  };
};
