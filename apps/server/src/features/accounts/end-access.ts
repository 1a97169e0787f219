import type { Transaction } from 'kysely';
import type { Schema } from '#schema/schema.ts';
import type { AccountsContext } from './accounts-context.ts';
import { deleteAccessOf } from './keys/key-repository.ts';
import type { EndedSession } from './session-repository.ts';

/**
 * Ends every session of a user except `exceptId`, every key, and everything else by which someone else
 * could still act as the user or learn of what happens to them.
 */
export const endAccess = async (
  { accountData }: Pick<AccountsContext, 'accountData'>,
  transaction: Transaction<Schema>,
  userId: string,
  exceptId: string | null = null,
): Promise<readonly EndedSession[]> => {
  await accountData.endAccess(transaction, userId, exceptId);
  return deleteAccessOf(transaction, userId, exceptId);
};
