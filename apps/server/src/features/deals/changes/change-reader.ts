import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';

/**
 * Change numbers are taken before their transactions commit, so a lower one may become visible
 * after a higher one. All transactions that write deals end well within this time; until it has
 * passed, changes are read again.
 */
const SETTLE_MS = 60_000;

const latestSchema = z.tuple([z.object({ latest: z.int() })]);

export interface ChangeReaderOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly name: string;
}

/**
 * Passes unread changes of deals to `read`: those with numbers above `after`, up to `upTo`. Each is
 * passed at least once, so `read` must be idempotent. If it returns false, all of them are passed
 * again next time. A new reader begins with the next change.
 */
export const readSettledChanges = async (
  { database, clock, name }: ChangeReaderOptions,
  read: (after: number, upTo: number) => Promise<boolean>,
): Promise<void> => {
  const { rows } = await sql`SELECT coalesce(max(change_seq), 0) AS latest FROM deals`.execute(
    database,
  );
  const [{ latest }] = expectShape(latestSchema, rows);
  const now = clock.now();
  const kept = await database
    .selectFrom('change_readers')
    .select(['settled', 'marked', 'marked_at as markedAt'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (kept === undefined) {
    await database
      .insertInto('change_readers')
      .values({ name, settled: latest, marked: latest, marked_at: new Date(now) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  const isRead = await read(kept.settled, latest);
  if (!isRead || now - kept.markedAt.getTime() < SETTLE_MS) return;
  await database
    .updateTable('change_readers')
    .set({ settled: kept.marked, marked: latest, marked_at: new Date(now) })
    .where('name', '=', name)
    .where('marked', '=', kept.marked)
    .execute();
};
