import type { ClientBase } from 'pg';
import { ImportError } from './import-error.ts';

const LOCK_KEY = `hashtextextended('import:' || $1, 0)`;

/**
 * Locks the source for this connection, until the returned function is called or the connection
 * ends, because two imports of one source would delete each other's rows. Throws `IMPORT_RUNNING`.
 */
export const lockSource = async (
  client: ClientBase,
  sourceId: string,
): Promise<() => Promise<void>> => {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(${LOCK_KEY}) AS locked`,
    [sourceId],
  );
  if (rows[0]?.locked !== true) {
    throw new ImportError('IMPORT_RUNNING', `Another import of "${sourceId}" is running.`);
  }
  return async () => {
    await client.query(`SELECT pg_advisory_unlock(${LOCK_KEY})`, [sourceId]);
  };
};
