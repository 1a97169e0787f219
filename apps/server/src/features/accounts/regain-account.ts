import { sql, type Transaction } from 'kysely';
import type { Role } from '@izgodno/contract/accounts/session';
import type { Schema } from '#schema/schema.ts';
import type { AccountsContext } from './accounts-context.ts';
import { eraseDevices } from './known-devices.ts';
import { endMailLinksOf } from './mail-links.ts';
import { endAccess } from './end-access.ts';
import type { EndedSession } from './session-repository.ts';

interface Regained {
  readonly change: {
    readonly password_hash: string;
    /** Null if the address is not proven. */
    readonly email_confirmed_at: Date | null;
    readonly email?: string;
    readonly role?: Role;
  };
  /** From when on a hijacker may have held the account; always, if it is left out. */
  readonly since?: Date;
}

/** Deletes the second factors added from `since` on, and the recovery codes if none is left. */
const deleteFactorsOf = async (
  transaction: Transaction<Schema>,
  userId: string,
  since: Date,
): Promise<void> => {
  for (const table of ['passkeys', 'totp_secrets'] as const)
    await transaction
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('created_at', '>=', since)
      .execute();
  await transaction
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM passkeys WHERE user_id = ${userId}::uuid)
               AND NOT EXISTS (SELECT FROM totp_secrets WHERE user_id = ${userId}::uuid)`,
    )
    .execute();
  await transaction.deleteFrom('factor_challenges').where('user_id', '=', userId).execute();
};

/**
 * Returns an account to the owner of its email address: sets a new password and ends every access
 * that a previous holder may have kept.
 */
export const regainAccount = async (
  accounts: AccountsContext,
  transaction: Transaction<Schema>,
  userId: string,
  { change, since = new Date(0) }: Regained,
): Promise<readonly EndedSession[]> => {
  await transaction.updateTable('users').set(change).where('id', '=', userId).execute();
  await endMailLinksOf(transaction, userId, new Date(accounts.clock.now()));
  await eraseDevices(transaction, userId);
  await deleteFactorsOf(transaction, userId, since);
  return endAccess(accounts, transaction, userId);
};
