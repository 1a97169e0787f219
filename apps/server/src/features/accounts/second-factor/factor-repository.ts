import { sql, type Selectable, type Transaction } from 'kysely';
import type { Connection } from '#schema/schema.ts';
import type { Schema } from '#schema/schema.ts';
import type { PasskeysTable, TotpSecretsTable } from '#schema/accounts.ts';

export type PasskeyRow = Selectable<PasskeysTable>;
export type TotpRow = Selectable<TotpSecretsTable>;

/** Oldest first. */
export const listPasskeys = (connection: Connection, userId: string): Promise<PasskeyRow[]> =>
  connection
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findPasskey = async (
  connection: Connection,
  credentialId: string,
): Promise<PasskeyRow | null> =>
  (await connection
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()) ?? null;

/** The secret of an account's app, confirmed or not. */
export const findTotp = async (connection: Connection, userId: string): Promise<TotpRow | null> =>
  (await connection
    .selectFrom('totp_secrets')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? null;

/**
 * Records that the code of a step was used. Returns false if that one or a later one was used
 * before.
 */
export const takeTotpStep = async (
  connection: Connection,
  userId: string,
  step: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await connection
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Locks the factors of an account until the transaction ends, so that changes are sequential. */
export const lockFactors = async (
  transaction: Transaction<Schema>,
  userId: string,
): Promise<void> => {
  await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute();
};

/** Whether an account needs more than the password to sign in. */
export const hasSecondFactor = async (connection: Connection, userId: string): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM passkeys WHERE user_id = ${userId})
      OR EXISTS (SELECT FROM totp_secrets WHERE user_id = ${userId} AND confirmed_at IS NOT NULL)
      AS has`.execute(connection);
  return rows[0]?.has === true;
};

/** Deletes every factor of an account. */
export const deleteFactors = async (connection: Connection, userId: string): Promise<void> => {
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes', 'factor_challenges'] as const)
    await connection.deleteFrom(table).where('user_id', '=', userId).execute();
};
