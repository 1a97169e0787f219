import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

const KEY_BYTES = 32;

/** Keys that nodes share, by name. No key is used for two purposes. */
type KeyName = 'cursors';

/**
 * Reads a random key of the product. The first node that asks makes it: where several ask at once,
 * one of their keys is kept, and all of them return that one.
 */
export const readSharedKey = async (database: Database, name: KeyName): Promise<Buffer> => {
  await database
    .insertInto('secrets')
    .values({ name, value: randomBytes(KEY_BYTES) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await database
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
};
