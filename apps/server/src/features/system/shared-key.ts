import { randomBytes } from 'node:crypto';
import type { Database } from '#schema/schema.ts';

const KEY_BYTES = 32;

/** Keys shared by nodes, by name. No key is used for two purposes. */
type KeyName = 'cursors';

/**
 * Reads a random key of the product. The first node creates it; of concurrent ones one key is
 * stored, and all of them return it.
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
