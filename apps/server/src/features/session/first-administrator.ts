import { sql, type Transaction } from 'kysely';
import { CONSOLE_LINK_LIFETIME_MS } from '@izgodno/contract/accounts/mail-calls';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { createToken, hashToken } from '#platform/tokens.ts';

const noAdministrator = sql<boolean>`NOT EXISTS (SELECT FROM users WHERE role = 'admin')`;

/** Whether the first administrator is still to be made. That happens once: not again when none is left. */
export const awaitsAdministrator = async (connection: Connection): Promise<boolean> => {
  const row = await connection
    .selectFrom('first_administrator')
    .select('single')
    .where('made_at', 'is', null)
    .where(noAdministrator)
    .executeTakeFirst();
  return row !== undefined;
};

/** Takes the one chance to make the first administrator; false where it was taken before. */
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
 * The token of a link by which the person at the console makes the first administrator, in place of
 * any earlier one; null where there is or was one.
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
