import type { FastifyReply } from 'fastify';
import type { Transaction } from 'kysely';
import type * as calls from '@izgodno/contract/accounts/factor-calls';
import type { PasskeyAssertion } from '@izgodno/contract/accounts/passkeys';
import type { SecondStep } from '@izgodno/contract/accounts/second-factor';
import type { SessionTokens } from '@izgodno/contract/accounts/session';
import { CallError } from '#platform/http/errors.ts';
import type { Schema } from '#schema/schema.ts';
import {
  originOf,
  type AccountCall,
  type AccountsContext,
  type Origin,
} from '../accounts-context.ts';
import { rejectSuspended } from '../administration/suspensions.ts';
import { forgiveAttempts, takeAttempt } from '../attempt-limits.ts';
import { findUser, type UserRow } from '../session-repository.ts';
import { beginSession, presentTokens } from '../sessions.ts';
import {
  createSecondStep,
  createChallenge,
  secondStepChallenge,
  takeChallenge,
  takeSecondStep,
  trySecondStep,
} from './challenges.ts';
import {
  findPasskey,
  findTotp,
  listPasskeys,
  takeTotpStep,
  type PasskeyRow,
} from './factor-repository.ts';
import {
  composeRequest,
  readClientData,
  verifyAssertion,
  type ClientData,
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

/** Verifies a passkey's signature and records its use. Throws `passkey_refused`. */
const usePasskey = async (
  accounts: AccountsContext,
  passkey: PasskeyRow,
  assertion: PasskeyAssertion,
  clientData: ClientData,
  { origin, requireUserVerification }: { origin: Origin; requireUserVerification: boolean },
): Promise<void> => {
  const now = await verifyAssertion(accounts, passkey, assertion, clientData, {
    requireUserVerification,
  }).catch((cause: unknown) => rejectPasskey(accounts, origin, cause));
  const { numUpdatedRows } = await accounts.database
    .updateTable('passkeys')
    .set({ ...now, last_used_at: new Date(accounts.clock.now()) })
    .where('id', '=', passkey.id)
    // Of two passkeys with equal counters one is a copy; most passkeys do not count at all.
    .where((eb) => eb('counter', '<', now.counter).or(eb.val(now.counter === 0)))
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    rejectPasskey(accounts, origin, new Error('The counter is lower than before.'));
};

const finish = async (
  accounts: AccountsContext,
  user: UserRow,
  origin: Origin,
  method: SecondStep['methods'][number],
  reply: FastifyReply,
): Promise<SessionTokens> => {
  const { cookies, logger } = accounts;
  const signedIn = await beginSession(accounts, user, origin);
  if (signedIn === null) throw new CallError('sign_in_step_ended');
  logger.info({ event: 'login', userId: user.id, address: origin.ip, method }, 'signed in');
  cookies.set(reply, signedIn.tokens);
  cookies.rememberDevice(reply, signedIn.deviceToken);
  return presentTokens(signedIn);
};

/** Tries a second step with a code, which a sign-in that is refused does not use up. */
const finishByCode = async (
  accounts: AccountsContext,
  token: string,
  isRight: (transaction: Transaction<Schema>, user: UserRow) => Promise<boolean>,
): Promise<UserRow> => {
  const { database, clock, logger } = accounts;
  const user = await trySecondStep(database, token, clock.now());
  if (user === null) throw new CallError('sign_in_step_ended');
  await takeAttempt(accounts, 'secondFactorByAccount', user.id);
  await database.transaction().execute(async (transaction) => {
    if (!(await isRight(transaction, user))) {
      logger.warn({ event: 'second_factor_failed', userId: user.id }, 'second step rejected');
      throw new CallError('second_factor_failed', { fields: wrongCode });
    }
    await rejectSuspended(transaction, user.id, new Date(clock.now()));
    if (!(await takeSecondStep(transaction, token))) throw new CallError('sign_in_step_ended');
  });
  await forgiveAttempts(accounts, 'secondFactorByAccount', user.id);
  return user;
};

/** Throws `sign_in_step_ended`, `second_factor_failed`, `rate_limited`. */
export const finishWithTotp: AccountCall<typeof calls.finishWithTotp> = async (
  accounts,
  { body: { challenge, code }, request, reply },
) => {
  const { clock } = accounts;
  const user = await finishByCode(accounts, challenge, async (transaction, { id }) => {
    const totp = await findTotp(transaction, id);
    if (totp === null || totp.confirmed_at === null) return false;
    const step = matchTotp(totp.secret, code, clock.now());
    return step !== null && takeTotpStep(transaction, id, step);
  });
  return finish(accounts, user, originOf(accounts, request), 'totp', reply);
};

/** Like `finishWithTotp`. */
export const finishWithRecoveryCode: AccountCall<typeof calls.finishWithRecoveryCode> = async (
  accounts,
  { body: { challenge, code }, request, reply },
) => {
  const user = await finishByCode(accounts, challenge, async (transaction, { id }) => {
    const taken = await takeRecoveryCode(transaction, id, code);
    if (taken) await mailSecurityChange(accounts, transaction, id, 'recovery_code_used');
    return taken;
  });
  return finish(accounts, user, originOf(accounts, request), 'recovery_code', reply);
};

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
  const rules = { origin, requireUserVerification: false };
  await usePasskey(accounts, passkey, assertion, clientData, rules);
  // A sign-in that is refused does not use up the step.
  await rejectSuspended(database, user.id, new Date(clock.now()));
  if (!(await takeSecondStep(database, token))) throw new CallError('sign_in_step_ended');
  return finish(accounts, user, origin, 'passkey', reply);
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
  const rules = { origin, requireUserVerification: true };
  await usePasskey(accounts, passkey, assertion, clientData, rules);
  const user = await findUser(database, passkey.user_id);
  if (user === null) return rejectPasskey(accounts, origin, new Error('The account was deleted.'));
  return finish(accounts, user, origin, 'passkey', reply);
};
