import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#schema/schema.ts';

/** Resolves when this many statements in the database of a test wait for a lock. */
export const untilWaiting = async (database: Database, count: number): Promise<void> => {
  const countWaiting = async () => {
    const { rows } = await sql<{ waiting: number }>`
      SELECT count(*)::integer AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(database);
    return rows[0]?.waiting;
  };
  await expect.poll(countWaiting, { timeout: 30_000 }).toBe(count);
};
