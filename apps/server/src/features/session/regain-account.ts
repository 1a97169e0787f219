import { sql, type Transaction } from 'kysely';
import type { Role } from '@izgodno/contract/accounts/session';
import type { Schema } from '#platform/database/schema.ts';
import type { AccountPartList } from './account-parts.ts';
import { forgetDevices } from './known-devices.ts';
import { deleteMailLinksOf } from './mail-links.ts';
import { deleteSessionsOf, type EndedSession } from './session-repository.ts';

interface Regained {
  readonly password_hash: string;
  /** Null where nothing proves the address. */
  readonly email_confirmed_at: Date | null;
  readonly email?: string;
  readonly role?: Role;
}

/** Ends the second factors that were added from `since` on, and the codes that stand in for them once none is left. */
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
 * Gives an account to the owner of its address: a new password, and an end to every way in that
 * somebody who had it before may have kept.
 */
export const regainAccount = async (
  transaction: Transaction<Schema>,
  parts: AccountPartList,
  userId: string,
  change: Regained,
  /** From when on somebody else may have had the account. */
  since = new Date(0),
): Promise<readonly EndedSession[]> => {
  await transaction.updateTable('users').set(change).where('id', '=', userId).execute();
  await deleteMailLinksOf(transaction, userId);
  await forgetDevices(transaction, userId);
  await deleteFactorsOf(transaction, userId, since);
  await parts.regain(transaction, userId);
  return deleteSessionsOf(transaction, userId, null);
};
