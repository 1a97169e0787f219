import type { exportAccount as exportAccountCall } from '@izgodno/contract/accounts/account-export';
import type * as calls from '@izgodno/contract/accounts/calls';
import { sessionFieldErrors } from '@izgodno/contract/accounts/limits';
import type { FieldError } from '@izgodno/contract/common/errors';
import type { Priority } from '#platform/fair-semaphore.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { isUniqueViolation } from '#platform/database/violations.ts';
import type { CallRequest } from '#platform/http/add-call.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { browserLanguageOf } from '#platform/http/browser-language.ts';
import { CallError } from '#platform/http/errors.ts';
import { networkLevelsOf } from '#platform/ip-network.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import {
  languageOf,
  publishEnded,
  type AccountCall,
  type AccountsContext,
} from './accounts-context.ts';
import { forgiveAttempts, takeAttempt } from './attempt-limits.ts';
import { askToChangeEmail } from './email-change.ts';
import { eraseDevices } from './known-devices.ts';
import { endAccess } from './end-access.ts';
import { endMailLinksOf } from './mail-links.ts';
import { requireStrongPassword } from './password-rules.ts';
import { askToConfirm } from './recovery.ts';
import { mailSecurityChange } from './second-factor/security-mails.ts';
import { admitAct, eraseUser, lockEnds } from './administration/administer-users.ts';
import {
  insertUser,
  lockRole,
  presentSessions,
  presentUser,
  readSessions,
  requireUserRow,
  type UserRow,
} from './session-repository.ts';

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

/** Returns the caller's account after verifying its password. Throws `wrong_password`. */
export const proveAccount = async (
  accounts: AccountsContext,
  caller: Principal,
  password: string,
): Promise<UserRow> => {
  const { database, hasher, logger } = accounts;
  await takeAttempt(accounts, 'passwordByAccount', caller.id);
  const user = await requireUserRow(database, caller.id);
  if (!(await hasher.verify(password, user.password_hash, priorityOf(caller)))) {
    logger.info({ event: 'wrong_password', userId: caller.id }, 'password rejected');
    throw new CallError('wrong_password', { fields: wrongPassword });
  }
  await forgiveAttempts(accounts, 'passwordByAccount', caller.id);
  return user;
};

interface AccountChange {
  readonly change: Partial<Pick<UserRow, 'email' | 'email_confirmed_at' | 'password_hash'>>;
  /** Of a device that stays known. */
  readonly deviceToken: string | null;
}

/** Changes the verified account if it is unchanged since. Ends every other access. */
const update = async (
  accounts: AccountsContext,
  caller: Principal,
  proven: UserRow,
  { change, deviceToken }: AccountChange,
): Promise<UserRow> => {
  const { changed, ended } = await accounts.database.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('users')
      .set(change)
      .where('id', '=', proven.id)
      .where('password_hash', '=', proven.password_hash)
      .returningAll()
      .executeTakeFirst();
    if (changed === undefined) throw new CallError('wrong_password', { fields: wrongPassword });
    // Links mailed before must not undo the change.
    await endMailLinksOf(transaction, caller.id, new Date(accounts.clock.now()));
    await eraseDevices(transaction, caller.id, deviceToken);
    if (change.password_hash !== undefined)
      await mailSecurityChange(accounts, transaction, caller.id, 'password_changed');
    return {
      changed,
      ended: await endAccess(accounts, transaction, caller.id, caller.sessionId),
    };
  });
  publishEnded(accounts, ended);
  return changed;
};

/**
 * Does not reveal whether the email address has an account: the work and the response are the same.
 */
export const register: AccountCall<typeof calls.register> = async (
  accounts,
  { body: { name, email, password }, request },
) => {
  const { database, clock, hasher, logger } = accounts;
  const { ip } = request;
  await takeAttempt(accounts, 'registerByNetwork', ip);
  await requireStrongPassword(accounts, 'password', password, [name, email]);
  const now = clock.now();
  const priority = { line: 'other', share: networkLevelsOf(ip).at(-1)?.network ?? ip } as const;
  const user = {
    id: createUuidV7(now),
    name,
    email,
    password_hash: await hasher.hash(password, priority),
    created_at: new Date(now),
  };
  const isNew = await database.transaction().execute(async (transaction) => {
    await oneAtATime(transaction, `address ${email}`);
    const inserted = await insertUser(transaction, user, browserLanguageOf(request.headers));
    await askToConfirm(accounts, transaction, email, languageOf(request));
    return inserted;
  });
  if (isNew) logger.info({ event: 'register', userId: user.id, address: ip }, 'account made');
  else logger.info({ event: 'register_again', address: ip }, 'email address already registered');
  return { message: 'Account created successfully!' };
};

/** Throws `session_expired` if the account was deleted since the token was read. */
export const getMe: AccountCall<typeof calls.getMe> = async ({ database }, { user }) => ({
  user: presentUser(await requireUserRow(database, user.id)),
});

/** The caller's browser stays a known device of the account. */
export const changePassword: AccountCall<typeof calls.changePassword> = async (
  accounts,
  { body: { currentPassword, newPassword }, user: caller, request },
) => {
  const { cookies, hasher, logger } = accounts;
  const user = await proveAccount(accounts, caller, currentPassword);
  await requireStrongPassword(accounts, 'newPassword', newPassword, [user.name, user.email]);
  const password_hash = await hasher.hash(newPassword, priorityOf(caller));
  const deviceToken = cookies.readDeviceToken(request);
  await update(accounts, caller, user, { change: { password_hash }, deviceToken });
  logger.info({ event: 'password_changed', userId: caller.id }, 'password changed');
  return {};
};

/**
 * Mails a confirmation to the new address and leaves the account unchanged until then. Without a
 * mail server the address takes effect at once, and `email_taken` is thrown; the number of tries is
 * limited, because that error reveals other accounts.
 */
export const changeEmail: AccountCall<typeof calls.changeEmail> = async (
  accounts,
  { body: { currentPassword, email }, user: caller, request },
) => {
  const { mailer, logger } = accounts;
  const user = await proveAccount(accounts, caller, currentPassword);
  await takeAttempt(accounts, 'emailChangeByAccount', caller.id);
  if (mailer.enabled) {
    await askToChangeEmail(accounts, user, email, languageOf(request));
    logger.info(
      { event: 'email_change_asked', userId: caller.id },
      'new email address awaits confirmation',
    );
    return { user: presentUser(user) };
  }
  const change = { change: { email, email_confirmed_at: null }, deviceToken: null };
  const changed = await update(accounts, caller, user, change).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new CallError('email_taken', { fields: emailTaken, cause: error });
  });
  logger.info({ event: 'email_changed', userId: caller.id }, 'email changed');
  return { user: presentUser(changed) };
};

/** Throws `wrong_password`; `last_administrator`, because the site would be without one. */
export const deleteAccount: AccountCall<typeof calls.deleteAccount> = async (
  accounts,
  { body, user: caller, reply },
) => {
  const { database, clock, cookies, logger } = accounts;
  const user = await proveAccount(accounts, caller, body.currentPassword);
  const { ended, publish } = await database.transaction().execute(async (transaction) => {
    await lockEnds(transaction);
    if (user.role === 'admin')
      await admitAct(accounts, transaction, 'delete', { actorId: null, userId: user.id });
    else if ((await lockRole(transaction, user.id)) === null)
      throw new CallError('session_expired');
    return eraseUser(accounts, transaction, user.id, { kind: 'deleted', at: clock.now() });
  });
  publishEnded(accounts, ended);
  publish();
  logger.info({ event: 'account_deleted', userId: caller.id }, 'account deleted');
  cookies.clear(reply);
  return {};
};

export const exportAccount = async (
  { database, clock, accountData, countryOf }: AccountsContext,
  { user: caller, reply }: CallRequest<typeof exportAccountCall>,
): Promise<AsyncIterable<string>> => {
  const now = new Date(clock.now());
  const [user, sessions] = await Promise.all([
    requireUserRow(database, caller.id),
    readSessions(database, caller.id, now),
  ]);
  void reply.header('Content-Disposition', 'attachment; filename="izgodno-account.json"');
  return accountData.write(caller.id, {
    success: true,
    exportedAt: now.toISOString(),
    user: presentUser(user),
    sessions: await presentSessions(sessions, caller.sessionId, countryOf),
  });
};

/** Takes effect on each node with the next authenticated call, within a second. */
export const changeRole: AccountCall<typeof calls.changeRole> = async (
  accounts,
  { params: { userId }, body: { role }, user: caller },
) => {
  const { database, audit, logger } = accounts;
  const isChanged = await database.transaction().execute(async (transaction) => {
    const act = role === 'admin' ? 'promote' : 'demote';
    const before = await admitAct(accounts, transaction, act, { actorId: caller.id, userId });
    if (before === role) return false;
    await transaction.updateTable('users').set({ role }).where('id', '=', userId).execute();
    const subject = { kind: 'user', id: userId } as const;
    const details = { before, after: role };
    await audit.record(
      { actorId: caller.id, action: 'user.role', subject, reason: '', details },
      transaction,
    );
    return true;
  });
  if (isChanged)
    logger.info({ event: 'role_changed', userId, role, by: caller.id }, 'role changed');
  return {};
};
