import type { FastifyBaseLogger } from 'fastify';
import type { FieldError } from '@izgodno/contract/common/errors';
import type { LanguageCode } from '@izgodno/contract/common/language';
import { sessionFieldErrors } from '@izgodno/contract/accounts/limits';
import type { Role } from '@izgodno/contract/accounts/session';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { isUniqueViolation } from '#platform/database/violations.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Priority } from '#platform/fair-semaphore.ts';
import { networkLevelsOf } from '#platform/ip-network.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import type { AccountPartList } from './account-parts.ts';
import type { EmailService } from './email-service.ts';
import type { AttemptLimiter } from './attempt-limits.ts';
import { eraseDevices } from './known-devices.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { deleteMailLinksOf } from './mail-links.ts';
import type { RecoveryService } from './recovery-service.ts';
import type { RejectWeak } from './reject-weak.ts';
import { mayChangeRole } from './session-policy.ts';
import {
  deleteSessionsOf,
  findUser,
  insertUser,
  lockRole,
  type UserRow,
} from './session-repository.ts';
import { announceEnded } from './session-revoked.ts';

export interface AccountServiceOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly rejectWeak: RejectWeak;
  readonly limits: AttemptLimiter;
  /** The features' data about users. */
  readonly parts: AccountPartList;
  readonly recovery: RecoveryService;
  readonly addresses: EmailService;
  readonly audit: AuditTrail;
  readonly logger: FastifyBaseLogger;
}

export interface Registration {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

const emailTaken = {
  email: {
    code: sessionFieldErrors.emailTaken,
    message: 'This email address cannot be used.',
  },
} satisfies Record<string, FieldError>;

const wrongPassword = {
  currentPassword: {
    code: sessionFieldErrors.wrongPassword,
    message: 'The password is not right.',
  },
} satisfies Record<string, FieldError>;

/** A signed-in user waits in the queue of known users, not of strangers. */
const priorityOf = (who: Principal): Priority => ({ line: 'known', share: who.id });

export type AccountService = ReturnType<typeof createAccountService>;

/** Creates, changes and deletes accounts. */
export const createAccountService = (options: AccountServiceOptions) => {
  const {
    database,
    bus,
    clock,
    hasher,
    rejectWeak,
    limits,
    parts,
    recovery,
    addresses,
    audit,
    logger,
  } = options;

  /** Returns the caller's account after verifying its password. Throws `wrong_password`. */
  const prove = async (who: Principal, password: string): Promise<UserRow> => {
    await limits.take('passwordByAccount', who.id);
    const user = await findUser(database, who.id);
    if (user === null) throw new CallError('session_expired');
    if (!(await hasher.verify(password, user.password_hash, priorityOf(who)))) {
      logger.info({ event: 'wrong_password', userId: who.id }, 'password rejected');
      throw new CallError('wrong_password', { fields: wrongPassword });
    }
    await limits.forgive('passwordByAccount', who.id);
    return user;
  };

  /** Changes the verified account if it is unchanged since, and signs every other device out. */
  const update = async (
    who: Principal,
    proven: UserRow,
    change: Partial<Pick<UserRow, 'email' | 'email_confirmed_at' | 'password_hash'>>,
    deviceToken: string | null,
  ): Promise<UserRow> => {
    const { changed, ended } = await database.transaction().execute(async (transaction) => {
      const changed = await transaction
        .updateTable('users')
        .set(change)
        .where('id', '=', proven.id)
        .where('password_hash', '=', proven.password_hash)
        .returningAll()
        .executeTakeFirst();
      if (changed === undefined) throw new CallError('wrong_password', { fields: wrongPassword });
      // Links mailed before must not undo the change.
      await deleteMailLinksOf(transaction, who.id);
      await eraseDevices(transaction, who.id, deviceToken);
      return { changed, ended: await deleteSessionsOf(transaction, who.id, who.sessionId) };
    });
    announceEnded(bus, ended);
    return changed;
  };

  return {
    prove,

    /**
     * Does not reveal whether the email address has an account: the work and the response are the
     * same.
     */
    async register(
      { name, email, password }: Registration,
      address: string,
      language: LanguageCode,
    ): Promise<void> {
      await limits.take('registerByNetwork', address);
      await rejectWeak('password', password, [name, email]);
      const now = clock.now();
      const user = {
        id: createUuidV7(now),
        name,
        email,
        password_hash: await hasher.hash(password, {
          line: 'other',
          share: networkLevelsOf(address).at(-1)?.network ?? address,
        }),
        created_at: new Date(now),
      };
      const isNew = await database.transaction().execute(async (transaction) => {
        await oneAtATime(transaction, `address ${email}`);
        return insertUser(transaction, user);
      });
      if (isNew) logger.info({ event: 'register', userId: user.id, address }, 'account made');
      else logger.info({ event: 'register_again', address }, 'email address already registered');
      await recovery.askToConfirm(email, language);
    },

    /** The browser with `deviceToken` stays a known device of the account. */
    async changePassword(
      who: Principal,
      current: string,
      next: string,
      deviceToken: string | null,
    ): Promise<void> {
      const user = await prove(who, current);
      await rejectWeak('newPassword', next, [user.name, user.email]);
      await update(
        who,
        user,
        { password_hash: await hasher.hash(next, priorityOf(who)) },
        deviceToken,
      );
      logger.info({ event: 'password_changed', userId: who.id }, 'password changed');
    },

    /**
     * Mails a confirmation to the new address and leaves the account unchanged until then. Without
     * a mail server the address takes effect at once, and `email_taken` is thrown; the number of
     * tries is limited, because that error reveals other accounts.
     */
    async changeEmail(
      who: Principal,
      password: string,
      email: string,
      language: LanguageCode,
    ): Promise<UserRow> {
      const user = await prove(who, password);
      await limits.take('emailChangeByAccount', who.id);
      if (recovery.available) {
        await addresses.askToChange(user, email, language);
        logger.info(
          { event: 'email_change_asked', userId: who.id },
          'new email address awaits confirmation',
        );
        return user;
      }
      const change = { email, email_confirmed_at: null };
      const changed = await update(who, user, change, null).catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        throw new CallError('email_taken', { fields: emailTaken, cause: error });
      });
      logger.info({ event: 'email_changed', userId: who.id }, 'email changed');
      return changed;
    },

    async delete(who: Principal, password: string): Promise<void> {
      const user = await prove(who, password);
      const { ended, tell } = await database.transaction().execute(async (transaction) => {
        const tell = await parts.delete(transaction, user.id);
        const ended = await deleteSessionsOf(transaction, user.id, null);
        await transaction.deleteFrom('users').where('id', '=', user.id).execute();
        return { ended, tell };
      });
      announceEnded(bus, ended);
      tell();
      logger.info({ event: 'account_deleted', userId: who.id }, 'account deleted');
    },

    /** Throws `session_expired` if the account was deleted since the token was read. */
    async read(who: Principal): Promise<UserRow> {
      const user = await findUser(database, who.id);
      if (user === null) throw new CallError('session_expired');
      return user;
    },

    /** Takes effect on each node with the next authenticated call, within a second. */
    async changeRole(who: Principal, userId: string, role: Role): Promise<void> {
      if (!mayChangeRole(who, { ownerId: userId })) {
        logger.warn({ event: 'role_refused', userId, role, by: who.id }, 'role change rejected');
        throw new CallError('forbidden');
      }
      const isChanged = await database.transaction().execute(async (transaction) => {
        const before = await lockRole(transaction, userId);
        if (before === null) throw new CallError('not_found');
        if (before === role) return false;
        await transaction.updateTable('users').set({ role }).where('id', '=', userId).execute();
        const subject = { kind: 'user', id: userId } as const;
        const details = { before, after: role };
        await audit.record(
          { actorId: who.id, action: 'user.role', subject, reason: '', details },
          transaction,
        );
        return true;
      });
      if (isChanged)
        logger.info({ event: 'role_changed', userId, role, by: who.id }, 'role changed');
    },
  };
};
