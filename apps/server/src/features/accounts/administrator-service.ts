import type { Transaction } from 'kysely';
import type { Schema } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import { isConsoleToken, takeFirstAdministrator } from './first-administrator.ts';
import { findMailLink, takeMailLink } from './mail-links.ts';
import type { RecoveryOptions } from './recovery-service.ts';
import { regainAccount } from './regain-account.ts';
import { findUserByEmail, insertUser } from './session-repository.ts';
import { announceEnded } from './session-revoked.ts';

export interface AdministratorOptions extends RecoveryOptions {
  readonly audit: AuditTrail;
}

export interface FirstAdministrator {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export type AdministratorService = ReturnType<typeof createAdministratorService>;

/**
 * Makes the first administrator by a link mailed to ADMIN_EMAIL or printed on the console. Both set
 * a new password and end every other access, so that a previous holder of the account gains
 * nothing.
 */
export const createAdministratorService = (options: AdministratorOptions) => {
  const { database, bus, clock, hasher, rejectWeak, limits, logger, parts, audit } = options;

  const record = (
    transaction: Transaction<Schema>,
    userId: string,
    reason: 'ADMIN_EMAIL' | 'console link',
  ): Promise<void> =>
    audit.record(
      {
        actorId: null,
        action: 'user.role',
        subject: { kind: 'user', id: userId },
        reason,
        details: { after: 'admin' },
      },
      transaction,
    );

  return {
    /**
     * Throws `mail_link_invalid`; for a weak password `validation_failed`, which leaves the link
     * usable.
     */
    async confirm(token: string, password: string, address: string): Promise<void> {
      await limits.take('mailTokenByNetwork', address);
      const user = await findMailLink(database, token, 'confirm-administrator', clock.now());
      if (user === null) throw new CallError('mail_link_invalid');
      await rejectWeak('password', password, [user.name, user.email]);
      const password_hash = await hasher.hash(password, { line: 'known', share: user.id });
      const ended = await database.transaction().execute(async (transaction) => {
        const now = clock.now();
        if (!(await takeMailLink(transaction, token))) throw new CallError('mail_link_invalid');
        if (!(await takeFirstAdministrator(transaction, now)))
          throw new CallError('mail_link_invalid');
        await record(transaction, user.id, 'ADMIN_EMAIL');
        const email_confirmed_at = new Date(now);
        const change = { password_hash, email_confirmed_at, role: 'admin' } as const;
        return regainAccount(transaction, parts, user.id, change);
      });
      announceEnded(bus, ended);
      logger.info({ event: 'first_administrator', userId: user.id, address }, 'administrator made');
    },

    /** Creates the account, or takes over the one with this address. Throws as `confirm` does. */
    async confirmAtConsole(
      token: string,
      { name, email, password }: FirstAdministrator,
      address: string,
    ): Promise<void> {
      await limits.take('mailTokenByNetwork', address);
      if (!(await isConsoleToken(database, token, clock.now())))
        throw new CallError('mail_link_invalid');
      await rejectWeak('password', password, [name, email]);
      const password_hash = await hasher.hash(password, { line: 'known', share: 'console' });
      const { userId, ended } = await database.transaction().execute(async (transaction) => {
        const now = clock.now();
        const isStillMine = await isConsoleToken(transaction, token, now);
        if (!isStillMine || !(await takeFirstAdministrator(transaction, now)))
          throw new CallError('mail_link_invalid');
        const created = { id: createUuidV7(now), name, email, password_hash };
        await insertUser(transaction, { ...created, created_at: new Date(now) });
        const user = await findUserByEmail(transaction, email);
        // The account's former owner can still recover the address.
        if (user === null) throw new CallError('email_taken');
        await record(transaction, user.id, 'console link');
        const change = { password_hash, email_confirmed_at: null, role: 'admin' } as const;
        return {
          userId: user.id,
          ended: await regainAccount(transaction, parts, user.id, change),
        };
      });
      announceEnded(bus, ended);
      logger.info({ event: 'first_administrator', userId, address }, 'administrator made');
    },
  };
};
