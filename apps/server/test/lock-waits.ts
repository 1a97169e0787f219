import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#schema/schema.ts';

/** The number of statements in the database of a test that wait for a lock. */
export const countLockWaits = async (database: Database): Promise<number> => {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(database);
  return rows.length;
};

/** Resolves when this many statements wait for a lock. */
export const untilWaiting = async (database: Database, count: number): Promise<void> => {
  await expect.poll(() => countLockWaits(database), { timeout: 30_000 }).toBe(count);
};
