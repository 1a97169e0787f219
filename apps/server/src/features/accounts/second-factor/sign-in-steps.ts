import type { FastifyReply } from 'fastify';
import type { Transaction } from 'kysely';
import type * as calls from '@izgodno/contract/accounts/factor-calls';
import type { SecondStep } from '@izgodno/contract/accounts/second-factor';
import type { SessionTokens } from '@izgodno/contract/accounts/session';
import type { CallRequest } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Schema } from '#schema/schema.ts';
import {
  originOf,
  type AccountCall,
  type AccountsContext,
  type Origin,
} from '../accounts-context.ts';
import { forgiveAttempts, takeAttempt } from '../attempt-limits.ts';
import { findUser, type UserRow } from '../session-repository.ts';
import { beginSession, presentTokens, type UseUp } from '../sessions.ts';
import {
  createSecondStep,
  createChallenge,
  secondStepChallenge,
  takeChallenge,
  takeSecondStep,
  trySecondStep,
} from './challenges.ts';
import { findPasskey, findTotp, listPasskeys, takeTotpStep } from './factor-repository.ts';
import {
  composeRequest,
  readClientData,
  verifyAssertion,
  type PasskeyProof,
} from './passkey-ceremony.ts';
import { countRecoveryCodes, takeRecoveryCode, wrongCode } from './recovery-codes.ts';
import { mailSecurityChange } from './security-mails.ts';
import { matchTotp } from './totp.ts';

// Sign-in by passkey, and the step after the password for an account with a second factor.

/**
 * The second step of an account whose password was verified; null if none is needed, and `changed` if
 * the password has changed since.
 */
export const askSecondStep = async (
  accounts: AccountsContext,
  user: UserRow,
): Promise<SecondStep | 'changed' | null> => {
  const { database, clock } = accounts;
  const [passkeys, totp] = await Promise.all([
    listPasskeys(database, user.id),
    findTotp(database, user.id),
  ]);
  const hasPasskey = passkeys.length > 0;
  const hasTotp = totp !== null && totp.confirmed_at !== null;
  if (!hasPasskey && !hasTotp) return null;
  const codes = await countRecoveryCodes(database, user.id);
  const step = await createSecondStep(database, user, clock.now());
  if (step === null) return 'changed';
  const { token, expiresAt } = step;
  return {
    challenge: token,
    expiresAt,
    methods: [
      ...(hasPasskey ? (['passkey'] as const) : []),
      ...(hasTotp ? (['totp'] as const) : []),
      ...(codes > 0 ? (['recovery_code'] as const) : []),
    ],
    passkey: hasPasskey ? composeRequest(accounts, passkeys, secondStepChallenge(token)) : null,
  };
};

const rejectPasskey = ({ logger }: AccountsContext, { ip }: Origin, cause: unknown): never => {
  logger.warn({ event: 'passkey_refused', address: ip, err: cause }, 'not accepted');
  throw new CallError('passkey_refused', { cause });
};

/** Verifies a passkey's signature; the result records its use. Both throw `passkey_refused`. */
const verifyPasskey = async (
  accounts: AccountsContext,
  proof: PasskeyProof,
  { origin, requireUserVerification }: { origin: Origin; requireUserVerification: boolean },
): Promise<UseUp> => {
  const now = await verifyAssertion(accounts, proof, { requireUserVerification }).catch(
    (cause: unknown) => rejectPasskey(accounts, origin, cause),
  );
  return async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('passkeys')
      .set({ ...now, last_used_at: new Date(accounts.clock.now()) })
      .where('id', '=', proof.passkey.id)
      // Of two passkeys with equal counters one is a copy; most passkeys do not count at all.
      .where((eb) => eb('counter', '<', now.counter).or(eb.val(now.counter === 0)))
      .executeTakeFirst();
    if (numUpdatedRows === 0n)
      rejectPasskey(accounts, origin, new Error('The counter is lower than before.'));
  };
};

interface SignIn {
  readonly user: UserRow;
  readonly origin: Origin;
  readonly method: SecondStep['methods'][number];
  readonly reply: FastifyReply;
}

const finish = async (
  accounts: AccountsContext,
  { user, origin, method, reply }: SignIn,
  useUp: UseUp,
): Promise<SessionTokens> => {
  const { cookies, logger } = accounts;
  const signedIn = await beginSession(accounts, user, origin, useUp);
  if (signedIn === null) throw new CallError('sign_in_step_ended');
  logger.info({ event: 'login', userId: user.id, address: origin.ip, method }, 'signed in');
  cookies.set(reply, signedIn.tokens);
  cookies.rememberDevice(reply, signedIn.deviceToken);
  return presentTokens(signedIn);
};

/** Ends a second step that succeeded. Throws `sign_in_step_ended` if another request was first. */
const endStep = async (transaction: Transaction<Schema>, token: string): Promise<void> => {
  if (!(await takeSecondStep(transaction, token))) throw new CallError('sign_in_step_ended');
};

/** Tries a second step with a code, which a sign-in that is rejected does not use up. */
const finishByCode = async (
  accounts: AccountsContext,
  { body, request, reply }: CallRequest<typeof calls.finishWithTotp>,
  method: 'totp' | 'recovery_code',
  isRight: (transaction: Transaction<Schema>, userId: string) => Promise<boolean>,
): Promise<SessionTokens> => {
  const { database, clock, logger } = accounts;
  const user = await trySecondStep(database, body.challenge, clock.now());
  if (user === null) throw new CallError('sign_in_step_ended');
  await takeAttempt(accounts, 'secondFactorByAccount', user.id);
  const origin = originOf(accounts, request);
  const tokens = await finish(accounts, { user, origin, method, reply }, async (transaction) => {
    if (!(await isRight(transaction, user.id))) {
      logger.warn({ event: 'second_factor_failed', userId: user.id }, 'second step rejected');
      throw new CallError('second_factor_failed', { fields: wrongCode });
    }
    await endStep(transaction, body.challenge);
  });
  await forgiveAttempts(accounts, 'secondFactorByAccount', user.id);
  return tokens;
};

/** Throws `sign_in_step_ended`, `second_factor_failed`, `rate_limited`. */
export const finishWithTotp: AccountCall<typeof calls.finishWithTotp> = (accounts, given) =>
  finishByCode(accounts, given, 'totp', async (transaction, userId) => {
    const totp = await findTotp(transaction, userId);
    if (totp === null || totp.confirmed_at === null) return false;
    const step = matchTotp(totp.secret, given.body.code, accounts.clock.now());
    return step !== null && takeTotpStep(transaction, userId, step);
  });

/** Like `finishWithTotp`. */
export const finishWithRecoveryCode: AccountCall<typeof calls.finishWithRecoveryCode> = (
  accounts,
  given,
) =>
  finishByCode(accounts, given, 'recovery_code', async (transaction, userId) => {
    const taken = await takeRecoveryCode(transaction, userId, given.body.code);
    if (taken) await mailSecurityChange(accounts, transaction, userId, 'recovery_code_used');
    return taken;
  });

/** Throws `sign_in_step_ended`, `passkey_refused`. */
export const finishWithPasskey: AccountCall<typeof calls.finishWithPasskey> = async (
  accounts,
  { body: { challenge: token, assertion }, request, reply },
) => {
  const { database, clock } = accounts;
  const origin = originOf(accounts, request);
  const user = await trySecondStep(database, token, clock.now());
  if (user === null) throw new CallError('sign_in_step_ended');
  const passkey = await findPasskey(database, assertion.id);
  const clientData = readClientData(assertion.clientDataJSON);
  if (passkey?.user_id !== user.id || clientData?.challenge !== secondStepChallenge(token))
    return rejectPasskey(
      accounts,
      origin,
      new Error('The passkey is not of this account, or the challenge not of this sign-in.'),
    );
  const proof = { passkey, assertion, clientData };
  const rules = { origin, requireUserVerification: false };
  const recordUse = await verifyPasskey(accounts, proof, rules);
  // A sign-in that is rejected does not use up the step.
  return finish(accounts, { user, origin, method: 'passkey', reply }, async (transaction) => {
    await recordUse(transaction);
    await endStep(transaction, token);
  });
};

export const askForPasskey: AccountCall<typeof calls.askForPasskey> = async (
  accounts,
  { request },
) => {
  await takeAttempt(accounts, 'passkeyByNetwork', request.ip);
  const challenge = await createChallenge(accounts.database, null, accounts.clock.now());
  return { options: composeRequest(accounts, null, challenge) };
};

/** Throws `passkey_refused`, alike for wrong and unknown passkeys. */
export const signInWithPasskey: AccountCall<typeof calls.signInWithPasskey> = async (
  accounts,
  { body: { assertion }, request, reply },
) => {
  const { database, clock } = accounts;
  await takeAttempt(accounts, 'passkeyByNetwork', request.ip);
  const origin = originOf(accounts, request);
  const clientData = readClientData(assertion.clientDataJSON);
  const isAsked =
    clientData !== null && (await takeChallenge(database, clientData.challenge, null, clock.now()));
  const passkey = isAsked ? await findPasskey(database, assertion.id) : null;
  if (clientData === null || passkey === null)
    return rejectPasskey(accounts, origin, new Error('The challenge or the passkey is unknown.'));
  const proof = { passkey, assertion, clientData };
  const rules = { origin, requireUserVerification: true };
  const recordUse = await verifyPasskey(accounts, proof, rules);
  const user = await findUser(database, passkey.user_id);
  if (user === null) return rejectPasskey(accounts, origin, new Error('The account was deleted.'));
  return finish(accounts, { user, origin, method: 'passkey', reply }, recordUse);
};
