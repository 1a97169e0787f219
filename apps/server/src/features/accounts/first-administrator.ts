import { sql, type Transaction } from 'kysely';
import { CONSOLE_LINK_LIFETIME_MS } from '@izgodno/contract/accounts/mail-calls';
import type { Connection } from '#schema/schema.ts';
import type { Schema } from '#schema/schema.ts';
import { createToken, hashToken } from '#platform/tokens.ts';

const noAdministrator = sql<boolean>`NOT EXISTS (SELECT FROM users WHERE role = 'admin')`;

/**
 * Whether the first administrator is still to be made. This happens once, and not again when none
 * is left.
 */
export const awaitsAdministrator = async (connection: Connection): Promise<boolean> => {
  const row = await connection
    .selectFrom('first_administrator')
    .select('single')
    .where('made_at', 'is', null)
    .where(noAdministrator)
    .executeTakeFirst();
  return row !== undefined;
};

/** Claims the right to make the first administrator; false if it was claimed before. */
export const takeFirstAdministrator = async (
  transaction: Transaction<Schema>,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('first_administrator')
    .set({ made_at: new Date(now), link_hash: null, link_expires_at: null })
    .where('made_at', 'is', null)
    .where(noAdministrator)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * The token of a link that makes the first administrator from the console; replaces any earlier
 * one. Null if there is or was an administrator.
 */
export const makeConsoleToken = async (
  connection: Connection,
  now: number,
): Promise<string | null> => {
  const token = createToken();
  const { numUpdatedRows } = await connection
    .updateTable('first_administrator')
    .set({
      link_hash: hashToken(token),
      link_expires_at: new Date(now + CONSOLE_LINK_LIFETIME_MS),
    })
    .where('made_at', 'is', null)
    .where(noAdministrator)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? token : null;
};

export const isConsoleToken = async (
  connection: Connection,
  token: string,
  now: number,
): Promise<boolean> => {
  const row = await connection
    .selectFrom('first_administrator')
    .select('single')
    .where('link_hash', '=', hashToken(token))
    .where('link_expires_at', '>', new Date(now))
    .executeTakeFirst();
  return row !== undefined;
};
