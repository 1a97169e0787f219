import type { AccountsContext } from '../accounts-context.ts';
import { endAccess } from '../end-access.ts';
import { findUserByEmail } from '../session-repository.ts';
import { deleteFactors } from './factor-repository.ts';

/**
 * Removes every second factor of an account and ends every access: for users who lost their devices
 * and recovery codes and proved their identity by other means. Returns false if no account has the
 * address.
 */
export const removeFactors = (
  accounts: Pick<AccountsContext, 'database' | 'audit' | 'accountData'>,
  email: string,
): Promise<boolean> =>
  accounts.database.transaction().execute(async (transaction) => {
    const user = await findUserByEmail(transaction, email);
    if (user === null) return false;
    await deleteFactors(transaction, user.id);
    await endAccess(accounts, transaction, user.id);
    const subject = { kind: 'user', id: user.id } as const;
    await accounts.audit.record(
      { actorId: null, action: 'user.remove_factors', subject, reason: 'remove-factors' },
      transaction,
    );
    return true;
  });
