import type { Database } from '#schema/schema.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import { deleteSessionsOf, findUserByEmail } from '../session-repository.ts';
import { deleteFactors } from './factor-repository.ts';

/**
 * Removes every second factor of an account and ends its sessions: for users who lost their devices
 * and recovery codes and proved their identity by other means. Returns false if no account has the
 * address.
 */
export const removeFactors = (
  database: Database,
  audit: AuditTrail,
  email: string,
): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    const user = await findUserByEmail(transaction, email);
    if (user === null) return false;
    await deleteFactors(transaction, user.id);
    await deleteSessionsOf(transaction, user.id, null);
    const subject = { kind: 'user', id: user.id } as const;
    await audit.record(
      { actorId: null, action: 'user.remove_factors', subject, reason: 'remove-factors' },
      transaction,
    );
    return true;
  });
