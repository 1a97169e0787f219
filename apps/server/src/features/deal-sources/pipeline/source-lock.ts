import type { ClientBase } from 'pg';
import { ImportError } from './import-error.ts';

/**
 * Takes the source for this connection, until it ends: two imports of one source would delete each
 * other's rows. A killed import's lock goes with its connection. Throws `IMPORT_RUNNING`.
 */
export const lockSource = async (client: ClientBase, sourceId: string): Promise<void> => {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(hashtextextended('import:' || $1, 0)) AS locked`,
    [sourceId],
  );
  if (rows[0]?.locked !== true) {
    throw new ImportError('IMPORT_RUNNING', `Another import of "${sourceId}" is running.`);
  }
};
