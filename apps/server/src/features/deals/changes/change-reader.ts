import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import {
  readPosition,
  transactionsSince,
  type TransactionRange,
} from '#platform/database/transaction-position.ts';
import type { Database } from '#schema/schema.ts';

/** Changes of deals that a reader has not read. */
export interface UnreadChanges {
  /** The transactions that made them. */
  readonly ranges: readonly TransactionRange[];
  /** They were all made after this time; null if that is unknown. */
  readonly since: Date | null;
}

const oldestSchema = z.tuple([z.object({ oldest: z.date() })]);

/** The start of the oldest open transaction; of none, the present time. */
const readOldestStart = async (database: Database): Promise<Date> => {
  const { rows } = await sql`
    SELECT least(now(), min(xact_start)) AS oldest
      FROM pg_stat_activity WHERE datname = current_database()`.execute(database);
  return expectShape(oldestSchema, rows)[0].oldest;
};

/**
 * Passes unread changes of deals to `read`. Each is passed at least once, however late it was
 * committed, so `read` must be idempotent. If it returns false, all of them are passed again next
 * time. A new reader begins with the next change.
 */
export const readUnreadChanges = async (
  database: Database,
  name: string,
  read: (changes: UnreadChanges) => Promise<boolean>,
): Promise<void> => {
  // Before the snapshot, so that each transaction that the snapshot does not see began after it.
  const oldest = await readOldestStart(database);
  const { snapshot } = await readPosition(database);
  const stored = await database
    .selectFrom('change_readers')
    .select(['position', 'unread_since as since'])
    .where('name', '=', name)
    .executeTakeFirst();
  const come = { position: snapshot, unread_since: oldest };
  if (stored === undefined) {
    await database
      .insertInto('change_readers')
      .values({ name, ...come })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  const ranges = transactionsSince(stored.position, snapshot);
  if (!(await read({ ranges, since: stored.since }))) return;
  // Two concurrent runs read the same changes; the later one to end leaves the position alone.
  await database
    .updateTable('change_readers')
    .set(come)
    .where('name', '=', name)
    .where(sql<boolean>`position::text IS NOT DISTINCT FROM ${stored.position}`)
    .execute();
};
