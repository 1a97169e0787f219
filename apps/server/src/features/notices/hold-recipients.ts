import type { Transaction } from 'kysely';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { Schema } from '#schema/schema.ts';

/**
 * Returns those of the users that exist; they do until the transaction ends. Acts on users lock their
 * account first and what belongs to it then, so a transaction that locks such rows before it stores
 * notices calls this before, or the two could deadlock.
 */
export const holdRecipients = async (
  transaction: Transaction<Schema>,
  userIds: Iterable<string | null>,
): Promise<readonly string[]> => {
  const known = new Set([...userIds].filter((id) => id !== null));
  if (known.size === 0) return [];
  const rows = await transaction
    .selectFrom('users')
    .select('id')
    .where(isOneOf('id', known))
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
};
