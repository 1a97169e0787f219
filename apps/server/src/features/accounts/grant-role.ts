import type { Role } from '@izgodno/contract/accounts/session';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import { admitAct } from './administration/administer-users.ts';
import { takeFirstAdministrator } from './first-administrator.ts';
import { findUserByEmail } from './session-repository.ts';

export interface GrantOptions {
  readonly database: Database;
  readonly audit: AuditTrail;
  readonly clock: Clock;
}

/**
 * Sets the role of the account with an email address; returns its former role, or null if there is
 * no such account. Throws `last_administrator`.
 */
export const grantRole = (
  { database, audit, clock }: GrantOptions,
  email: string,
  role: Role,
): Promise<Role | null> =>
  database.transaction().execute(async (transaction) => {
    const user = await findUserByEmail(transaction, email);
    if (user === null) return null;
    const act = role === 'admin' ? 'promote' : 'demote';
    const given = { actorId: null, userId: user.id };
    const before = await admitAct({ clock }, transaction, act, given);
    if (before === role) return before;
    // Also invalidates the link on the console.
    if (role === 'admin') await takeFirstAdministrator(transaction, clock.now());
    await transaction.updateTable('users').set({ role }).where('id', '=', user.id).execute();
    await audit.record(
      {
        actorId: null,
        action: 'user.role',
        subject: { kind: 'user', id: user.id },
        reason: 'npm run grant',
        details: { before, after: role },
      },
      transaction,
    );
    return before;
  });
