import { sql, type Transaction } from 'kysely';
import type { Suspension } from '@izgodno/contract/accounts/administration-calls';
import { CallError } from '#platform/http/errors.ts';
import type { Connection, Schema } from '#schema/schema.ts';

export interface NewSuspension {
  readonly reason: string;
  /** Null until it is lifted. */
  readonly until: Date | null;
}

export const presentSuspension = (row: {
  readonly reason: string;
  readonly began_at: Date;
  readonly ends_at: Date | null;
}): Suspension => ({
  reason: row.reason,
  since: row.began_at.toISOString(),
  until: row.ends_at?.toISOString() ?? null,
});

/** Whether a row of `suspensions` (as `s`) is in force at a time. */
export const inForce = (at: Date) => sql<boolean>`(s.ends_at IS NULL OR s.ends_at > ${at})`;

/** Whether the user of the query's row of `users` is not suspended. */
export const isNotSuspended = (at: Date) =>
  sql<boolean>`NOT EXISTS (SELECT FROM suspensions s WHERE s.user_id = users.id AND ${inForce(at)})`;

export const findSuspension = async (
  connection: Connection,
  userId: string,
  at: Date,
): Promise<Suspension | null> => {
  const row = await connection
    .selectFrom('suspensions as s')
    .select(['s.reason', 's.began_at', 's.ends_at'])
    .where('s.user_id', '=', userId)
    .where(inForce(at))
    .executeTakeFirst();
  return row === undefined ? null : presentSuspension(row);
};

/** Throws `account_suspended`. */
export const rejectSuspended = async (
  connection: Connection,
  userId: string,
  at: Date,
): Promise<void> => {
  const suspension = await findSuspension(connection, userId, at);
  if (suspension === null) return;
  const { reason, until } = suspension;
  throw new CallError('account_suspended', {
    details: { reason, ...(until === null ? {} : { until }) },
  });
};

/**
 * Holds the account of a call in progress, which is neither deleted nor suspended until the
 * transaction ends. Throws `session_expired` if it was before. Call it before rows that those acts
 * change are locked.
 */
export const holdAccount = async (
  transaction: Transaction<Schema>,
  userId: string,
  at: Date,
): Promise<void> => {
  const held = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();
  // Read after the lock, because a suspension may have been waited for.
  if (held === undefined || (await findSuspension(transaction, userId, at)) !== null)
    throw new CallError('session_expired');
};

/** Suspends a user, or changes a present suspension. */
export const storeSuspension = async (
  transaction: Transaction<Schema>,
  userId: string,
  { reason, until }: NewSuspension,
  at: Date,
): Promise<void> => {
  await transaction
    .insertInto('suspensions')
    .values({ user_id: userId, reason, began_at: at, ends_at: until })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ reason, ends_at: until }))
    .execute();
};

/**
 * Returns false if the user is not suspended; with `endedBy`, also if the suspension has not reached
 * its end by then.
 */
export const deleteSuspension = async (
  transaction: Transaction<Schema>,
  userId: string,
  endedBy: Date | null = null,
): Promise<boolean> => {
  const { numDeletedRows } = await transaction
    .deleteFrom('suspensions')
    .where('user_id', '=', userId)
    .$if(endedBy !== null, (query) => query.where('ends_at', '<=', endedBy))
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Some of the users whose suspensions have reached their end. */
export const readEnded = async (
  connection: Connection,
  at: Date,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await connection
    .selectFrom('suspensions')
    .select('user_id')
    .where('ends_at', '<=', at)
    .orderBy('ends_at')
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
};
