import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Role } from '@izgodno/contract/accounts/session';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { CallError } from '#platform/http/errors.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Schema } from '#schema/schema.ts';
import { mailAccountEnd, type AccountEnd } from '../account-end-mails.ts';
import { publishEnded, type AccountsContext } from '../accounts-context.ts';
import { endAccess } from '../end-access.ts';
import { deleteAccessOf } from '../keys/key-repository.ts';
import { lockRole, type EndedSession } from '../session-repository.ts';
import { rejectAct, type UserAct } from './administration-policy.ts';
import { deleteSuspension, isNotSuspended, readEnded, storeSuspension } from './suspensions.ts';

// The acts on users: of administrators, of the console and of the product itself.

export const liftEndedJob = defineJob({
  name: 'accounts.lift-ended-suspensions',
  payload: z.strictObject({}),
});

/** Who acts, on whom, and why. */
export interface ActOnUser {
  /** Null for the console and the product itself. */
  readonly actorId: string | null;
  readonly userId: string;
  readonly reason: string;
}

/** How many suspensions one run of the job ends. */
const ENDED_AT_ONCE = 100;

/**
 * Lets one transaction at a time delete or suspend an account. Each locks its account, and then those that
 * it notifies, which may be deleted at the same time. Call it before anything is locked.
 */
export const lockEnds = (transaction: Transaction<Schema>): Promise<void> =>
  oneAtATime(transaction, 'end of an account');

/** Administrators who are not suspended; they stay so until the transaction ends. */
const lockAdministrators = async (
  transaction: Transaction<Schema>,
  at: Date,
): Promise<readonly string[]> => {
  const rows = await transaction
    .selectFrom('users')
    .select('id')
    // Not a parameter, so that every plan can use the index of administrators.
    .where(sql<boolean>`role = 'admin'`)
    .where(isNotSuspended(at))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Admits an act on a user, whose row stays locked until the transaction ends; returns their role.
 * Throws `not_found`, `forbidden`, `last_administrator`.
 */
export const admitAct = async (
  { clock }: Pick<AccountsContext, 'clock'>,
  transaction: Transaction<Schema>,
  act: UserAct,
  { actorId, userId }: Pick<ActOnUser, 'actorId' | 'userId'>,
): Promise<Role> => {
  const administrators = await lockAdministrators(transaction, new Date(clock.now()));
  const rejected = rejectAct({ act, actorId, userId, administrators });
  if (rejected !== null) throw new CallError(rejected);
  const role = await lockRole(transaction, userId);
  if (role === null) throw new CallError('not_found');
  return role;
};

interface Suspending extends ActOnUser {
  readonly until: Date | null;
  readonly removeContent: boolean;
}

/** Throws like `admitAct`, and `validation_failed` for an end in the past. */
export const suspend = async (accounts: AccountsContext, suspending: Suspending): Promise<void> => {
  const { database, clock, audit, accountData, jobs, logger } = accounts;
  const { actorId, userId, reason, until, removeContent } = suspending;
  const now = new Date(clock.now());
  if (until !== null && until <= now)
    throw new CallError('validation_failed', {
      fields: { until: { code: 'too_small', message: 'Expected a time to come' } },
    });
  const { ended, publish } = await database.transaction().execute(async (transaction) => {
    await lockEnds(transaction);
    await admitAct(accounts, transaction, 'suspend', suspending);
    await storeSuspension(transaction, userId, suspending, now);
    const ended = await deleteAccessOf(transaction, userId);
    const publish = await accountData.suspend(transaction, userId, { removeContent, at: now });
    const details = {
      until: until?.toISOString() ?? '-',
      content: removeContent ? 'removed' : 'hidden',
    };
    const subject = { kind: 'user', id: userId } as const;
    await audit.record({ actorId, action: 'user.suspend', subject, reason, details }, transaction);
    await mailAccountEnd(accounts, transaction, userId, {
      kind: 'suspended',
      until: until?.getTime() ?? null,
      reason,
      isContentRemoved: removeContent,
    });
    // Otherwise the next run of the schedule ends it, within a minute.
    if (until !== null)
      await jobs.enqueueWithin(transaction, liftEndedJob, {}, { startAfter: until });
    return { ended, publish };
  });
  publishEnded(accounts, ended);
  publish();
  logger.info({ event: 'user_suspended', userId, by: actorId, until }, 'user suspended');
};

/**
 * Ends a suspension; without one does nothing, nor, with `endedBy`, if it ends later. Throws like
 * `admitAct`.
 */
export const lift = async (
  accounts: AccountsContext,
  act: ActOnUser,
  endedBy: Date | null = null,
): Promise<void> => {
  const { database, audit, accountData, logger } = accounts;
  const { actorId, userId, reason } = act;
  const isLifted = await database.transaction().execute(async (transaction) => {
    await admitAct(accounts, transaction, 'lift_suspension', act);
    if (!(await deleteSuspension(transaction, userId, endedBy))) return false;
    await accountData.liftSuspension(transaction, userId);
    const subject = { kind: 'user', id: userId } as const;
    await audit.record({ actorId, action: 'user.lift_suspension', subject, reason }, transaction);
    // The mail about the suspension has named its end, if it has one.
    if (endedBy === null) await mailAccountEnd(accounts, transaction, userId, { kind: 'restored' });
    return true;
  });
  if (isLifted) logger.info({ event: 'suspension_ended', userId, by: actorId }, 'suspension ended');
};

/**
 * Ends the suspensions that have reached their end. One that cannot be ended delays no other; the next
 * run tries it again.
 */
export const liftEnded = async (accounts: AccountsContext): Promise<void> => {
  const { database, clock, logger } = accounts;
  const now = new Date(clock.now());
  for (const userId of await readEnded(database, now, ENDED_AT_ONCE)) {
    try {
      // A suspension may be extended after it was read.
      await lift(accounts, { actorId: null, userId, reason: '' }, now);
    } catch (error) {
      logger.error({ event: 'suspension_not_ended', userId, err: error }, 'suspension not ended');
    }
  }
};

/** Deletes all data of a user whose row the transaction has locked (`lockRole`), and mails them so. */
export const eraseUser = async (
  accounts: AccountsContext,
  transaction: Transaction<Schema>,
  userId: string,
  end: AccountEnd,
): Promise<{ readonly ended: readonly EndedSession[]; readonly publish: () => void }> => {
  await mailAccountEnd(accounts, transaction, userId, end);
  const byAdministrator = end.kind === 'deleted_by_administrator';
  const publish = await accounts.accountData.delete(transaction, userId, { byAdministrator });
  const ended = await deleteAccessOf(transaction, userId);
  await transaction.deleteFrom('users').where('id', '=', userId).execute();
  return { ended, publish };
};

/** Deletes an account with what its own deletion deletes. Throws like `admitAct`. */
export const erase = async (accounts: AccountsContext, act: ActOnUser): Promise<void> => {
  const { database, clock, audit, logger } = accounts;
  const { actorId, userId, reason } = act;
  const { ended, publish } = await database.transaction().execute(async (transaction) => {
    await lockEnds(transaction);
    await admitAct(accounts, transaction, 'delete', act);
    const end = { kind: 'deleted_by_administrator', at: clock.now(), reason } as const;
    const erased = await eraseUser(accounts, transaction, userId, end);
    const subject = { kind: 'user', id: userId } as const;
    await audit.record({ actorId, action: 'user.delete', subject, reason }, transaction);
    return erased;
  });
  publishEnded(accounts, ended);
  publish();
  logger.info({ event: 'user_deleted', userId, by: actorId }, 'account deleted');
};

/** Ends every access of a user. Throws like `admitAct`. */
export const signOut = async (accounts: AccountsContext, act: ActOnUser): Promise<number> => {
  const { database, audit, logger } = accounts;
  const { actorId, userId, reason } = act;
  const ended = await database.transaction().execute(async (transaction) => {
    await admitAct(accounts, transaction, 'sign_out', act);
    const ended = await endAccess(accounts, transaction, userId);
    const subject = { kind: 'user', id: userId } as const;
    const details = { sessions: String(ended.length) };
    await audit.record({ actorId, action: 'user.sign_out', subject, reason, details }, transaction);
    return ended;
  });
  publishEnded(accounts, ended);
  logger.info({ event: 'person_signed_out', userId, by: actorId }, 'signed out everywhere');
  return ended.length;
};
