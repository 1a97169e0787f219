import { sql, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Waits until no other transaction holds `name`, and holds it until this one ends. A limit that is
 * counted before a row is added holds only so: two at once would both find room for one more.
 */
export const oneAtATime = async (transaction: Transaction<Schema>, name: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
};
