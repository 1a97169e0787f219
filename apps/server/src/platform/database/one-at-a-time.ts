import { sql, type Transaction } from 'kysely';

/**
 * Locks `name` until the transaction ends. A limit that is checked before a row is inserted needs
 * it, because two concurrent transactions would both find room for one more.
 */
export const oneAtATime = async <Tables>(
  transaction: Transaction<Tables>,
  name: string,
): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
};
