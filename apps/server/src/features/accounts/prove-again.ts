import { RECENT_SIGN_IN_MS } from '@izgodno/contract/accounts/limits';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { AccountsContext } from './accounts-context.ts';
import { proveAccount } from './accounts.ts';
import { findSession, requireUserRow, type UserRow } from './session-repository.ts';

/** Whether the caller's sign-in is so recent that the password need not be given again. */
export const isRecent = async (
  { database, clock }: AccountsContext,
  caller: Principal,
): Promise<boolean> => {
  const session = await findSession(database, caller.sessionId);
  if (session === null) throw new CallError('session_expired');
  return clock.now() - session.created_at.getTime() < RECENT_SIGN_IN_MS;
};

/**
 * Returns the account, proven by its password or by a recent sign-in. Throws `wrong_password`,
 * `proof_required`.
 */
export const proveAgain = async (
  accounts: AccountsContext,
  caller: Principal,
  password: string | undefined,
): Promise<UserRow> => {
  if (password !== undefined) return proveAccount(accounts, caller, password);
  if (!(await isRecent(accounts, caller))) throw new CallError('proof_required');
  return requireUserRow(accounts.database, caller.id);
};
