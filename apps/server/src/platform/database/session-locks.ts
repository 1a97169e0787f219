import type { Pool, PoolClient } from 'pg';

/**
 * Locks by name between all processes that share the database. Nothing waits in the database, and
 * whoever dies holds nothing any more.
 */
export interface SessionLocks {
  /**
   * Tells whether the lock is this caller's now. `onLost` is called where the database forgets it before
   * it is given back. Throws where the database cannot be asked.
   */
  tryTake(name: string, onLost: () => void): Promise<boolean>;
  giveBack(name: string): Promise<void>;
}

const LOCK_KEY = 'hashtextextended($1, 0)';

/**
 * Advisory locks of one database session, which is lent by the pool while any is held: one connection
 * for all of them, for as many pieces of work as there are.
 */
export const createSessionLocks = (pool: Pool): SessionLocks => {
  /** Locks held or being asked for, by name. They are not asked for again: PostgreSQL gives a session its own lock twice. */
  const held = new Map<string, () => void>();
  let client: PoolClient | null = null;
  /** A connection answers one question at a time. */
  let turn: Promise<unknown> = Promise.resolve();

  const lose = (): void => {
    client?.off('end', lose).release(true);
    client = null;
    const losers = [...held.values()];
    held.clear();
    for (const tell of losers) tell();
  };

  const connection = async (): Promise<PoolClient> => {
    client ??= (await pool.connect()).once('end', lose);
    return client;
  };

  const ask = (sql: string, name: string): Promise<boolean> => {
    const asked = turn.then(async () => {
      const { rows } = await (
        await connection()
      ).query<{ done: boolean }>(`SELECT ${sql} AS done`, [name]);
      return rows[0]?.done === true;
    });
    turn = asked.catch(() => {});
    return asked;
  };

  const forget = (name: string): void => {
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
        forget(name);
        throw error;
      }
      forget(name);
      return false;
    },
    async giveBack(name) {
      if (!held.has(name)) return;
      // A session that cannot be asked any more holds nothing either.
      await ask(`pg_advisory_unlock(${LOCK_KEY})`, name).catch(lose);
      forget(name);
    },
  };
};
