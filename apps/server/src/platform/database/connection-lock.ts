import type { ClientBase } from 'pg';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { KEEP_SERVER_ALIVE } from './hosts.ts';

const lockSchema = z.tuple([z.object({ locked: z.boolean() })]);

/**
 * Locks a name for a connection, until the returned function is called or the connection ends. Null
 * if another connection has the lock.
 */
export const lockForConnection = async (
  client: Pick<ClientBase, 'query'>,
  name: string,
): Promise<(() => Promise<void>) | null> => {
  await client.query(KEEP_SERVER_ALIVE);
  const { rows } = await client.query(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
    [name],
  );
  if (!expectShape(lockSchema, rows)[0].locked) return null;
  return async () => {
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
  };
};
