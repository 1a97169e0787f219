import type { ClientBase } from 'pg';
import { lockForConnection } from '#platform/database/connection-lock.ts';
import { ImportError } from './import-error.ts';

/**
 * Locks the source for this connection, until the returned function is called or the connection
 * ends, because two imports of one source would delete each other's rows. Throws `IMPORT_RUNNING`.
 */
export const lockSource = async (
  client: ClientBase,
  sourceId: string,
): Promise<() => Promise<void>> => {
  const unlock = await lockForConnection(client, `import:${sourceId}`);
  if (unlock === null)
    throw new ImportError('IMPORT_RUNNING', `Another import of "${sourceId}" is running.`);
  return unlock;
};
