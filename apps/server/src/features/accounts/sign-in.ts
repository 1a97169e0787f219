import type { login as call } from '@izgodno/contract/accounts/calls';
import type { SecondStep } from '@izgodno/contract/accounts/second-factor';
import { CallError } from '#platform/http/errors.ts';
import type { Priority } from '#platform/fair-semaphore.ts';
import {
  originOf,
  type AccountCall,
  type AccountsContext,
  type Origin,
} from './accounts-context.ts';
import { findUserByEmail, type UserRow } from './session-repository.ts';
import { beginSession, presentTokens, type BegunSession } from './sessions.ts';
import { keepSecondSteps } from './second-factor/challenges.ts';
import { askSecondStep } from './second-factor/sign-in-steps.ts';
import { admitAttempt } from './sign-in-guard.ts';

/** The password was correct, and a second step must follow. */
interface PasswordProven {
  readonly user: UserRow;
  readonly secondStep: SecondStep;
}

/**
 * Begins a session of the user whom the password verifies, or returns the second step if there is
 * one; null if the account changed during verification.
 */
const tryPassword = async (
  accounts: AccountsContext,
  { email, password }: { readonly email: string; readonly password: string },
  origin: Origin,
  priority: Priority,
): Promise<BegunSession | PasswordProven | null> => {
  const { database, hasher, logger } = accounts;
  const user = await findUserByEmail(database, email);
  const isProven = await hasher.verify(password, user?.password_hash ?? null, priority);
  if (user !== null && isProven) {
    const secondStep = await askSecondStep(accounts, user);
    if (secondStep === 'changed') return null;
    return secondStep === null ? beginSession(accounts, user, origin) : { user, secondStep };
  }
  logger.info({ event: 'login_failed', address: origin.ip }, 'sign-in refused');
  throw new CallError('login_failed');
};

/** Rehashes a password hashed with outdated parameters. Sign-in succeeds even if this fails. */
const renewHash = async (
  { database, hasher, logger }: AccountsContext,
  user: UserRow,
  password: string,
): Promise<void> => {
  if (!hasher.isOutdated(user.password_hash)) return;
  try {
    const password_hash = await hasher.hash(password);
    await database.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('users')
        .set({ password_hash })
        .where('id', '=', user.id)
        .where('password_hash', '=', user.password_hash)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await keepSecondSteps(transaction, user, password_hash);
    });
  } catch (error) {
    logger.warn({ err: error, userId: user.id }, 'rehashing a password failed');
  }
};

/** Throws `login_failed`, alike and after equal work for a wrong email address or password. */
export const login: AccountCall<typeof call> = async (accounts, { body, request, reply }) => {
  const { cookies, logger } = accounts;
  const origin = originOf(accounts, request);
  const { priority, succeeded } = await admitAttempt(accounts, body.email, origin);
  const signedIn =
    (await tryPassword(accounts, body, origin, priority)) ??
    // Retried once, because another sign-in may have rehashed the same password meanwhile.
    (await tryPassword(accounts, body, origin, priority));
  if (signedIn === null) throw new CallError('login_failed');
  const { user } = signedIn;
  await succeeded();
  const event = 'secondStep' in signedIn ? 'password_proven' : 'login';
  logger.info({ event, userId: user.id, address: origin.ip }, 'signed in');
  await renewHash(accounts, user, body.password);
  if ('secondStep' in signedIn)
    return { message: 'One more step', secondStep: signedIn.secondStep };
  cookies.set(reply, signedIn.tokens);
  cookies.rememberDevice(reply, signedIn.deviceToken);
  return { message: 'Welcome back!', ...presentTokens(signedIn) };
};
