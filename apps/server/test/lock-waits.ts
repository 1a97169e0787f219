import { sql } from 'kysely';
import type { Database } from '#schema/schema.ts';

/** The number of connections of this database that wait for a lock. */
export const countLockWaits = async (database: Database): Promise<number> => {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(database);
  return rows.length;
};
