import type { FastifyBaseLogger } from 'fastify';
import type { PasskeyAssertion } from '@izgodno/contract/accounts/passkeys';
import type { SecondStep } from '@izgodno/contract/accounts/second-factor';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import type { AttemptLimiter } from '../attempt-limits.ts';
import { findUser, type UserRow } from '../session-repository.ts';
import type { Origin, BegunSession } from '../session-service.ts';
import {
  createSecondStep,
  createSignInChallenge,
  deleteExpiredChallenges,
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
import { wrongCode } from './factor-service.ts';
import {
  composeRequest,
  readClientData,
  verifyAssertion,
  type ClientData,
  type PasskeySite,
} from './passkey-ceremony.ts';
import { countRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import type { SecurityMails } from './security-mails.ts';
import { matchTotp } from './totp.ts';

export interface SignInStepsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly limits: AttemptLimiter;
  readonly logger: FastifyBaseLogger;
  readonly site: PasskeySite;
  readonly mails: SecurityMails;
}

/** Begins the session of a verified account; null if the account has changed meanwhile. */
export type BeginSession = (user: UserRow, origin: Origin) => Promise<BegunSession | null>;

export type SignInSteps = ReturnType<typeof createSignInSteps>;

/** Sign-in by passkey, and the step after the password for an account with a second factor. */
export const createSignInSteps = (options: SignInStepsOptions) => {
  const { database, clock, limits, logger, site, mails } = options;

  const rejectPasskey = (origin: Origin, cause: unknown): never => {
    logger.warn({ event: 'passkey_refused', address: origin.address, err: cause }, 'not accepted');
    throw new CallError('passkey_refused', { cause });
  };

  /** Verifies a passkey's signature and records its use. Throws `passkey_refused`. */
  const usePasskey = async (
    passkey: PasskeyRow,
    assertion: PasskeyAssertion,
    clientData: ClientData,
    { origin, requireUserVerification }: { origin: Origin; requireUserVerification: boolean },
  ): Promise<void> => {
    const now = await verifyAssertion(site, passkey, assertion, clientData, {
      requireUserVerification,
    }).catch((cause: unknown) => rejectPasskey(origin, cause));
    const { numUpdatedRows } = await database
      .updateTable('passkeys')
      .set({ ...now, last_used_at: new Date(clock.now()) })
      .where('id', '=', passkey.id)
      // Of two passkeys with equal counters one is a copy; most passkeys do not count at all.
      .where((eb) => eb('counter', '<', now.counter).or(eb.val(now.counter === 0)))
      .executeTakeFirst();
    if (numUpdatedRows === 0n)
      rejectPasskey(origin, new Error('The counter is lower than before.'));
  };

  const finish = async (
    user: UserRow,
    origin: Origin,
    begin: BeginSession,
    method: SecondStep['methods'][number],
  ): Promise<BegunSession> => {
    const signedIn = await begin(user, origin);
    if (signedIn === null) throw new CallError('sign_in_step_ended');
    logger.info({ event: 'login', userId: user.id, address: origin.address, method }, 'signed in');
    return signedIn;
  };

  /** Tries a second step with a code. */
  const finishByCode = async (
    token: string,
    isRight: (user: UserRow) => Promise<boolean>,
  ): Promise<UserRow> => {
    const user = await trySecondStep(database, token, clock.now());
    if (user === null) throw new CallError('sign_in_step_ended');
    await limits.take('secondFactorByAccount', user.id);
    if (!(await isRight(user))) {
      logger.warn({ event: 'second_factor_failed', userId: user.id }, 'second step rejected');
      throw new CallError('second_factor_failed', { fields: wrongCode });
    }
    if (!(await takeSecondStep(database, token))) throw new CallError('sign_in_step_ended');
    await limits.forgive('secondFactorByAccount', user.id);
    return user;
  };

  return {
    /** The second step of an account whose password was verified; null if none is needed. */
    async second(user: UserRow): Promise<SecondStep | null> {
      const [passkeys, totp] = await Promise.all([
        listPasskeys(database, user.id),
        findTotp(database, user.id),
      ]);
      const hasTotp = totp !== null && totp.confirmed_at !== null;
      if (passkeys.length === 0 && !hasTotp) return null;
      const codes = await countRecoveryCodes(database, user.id);
      const { token, expiresAt } = await createSecondStep(database, user, clock.now());
      return {
        challenge: token,
        expiresAt,
        methods: [
          ...(passkeys.length > 0 ? (['passkey'] as const) : []),
          ...(hasTotp ? (['totp'] as const) : []),
          ...(codes > 0 ? (['recovery_code'] as const) : []),
        ],
        passkey:
          passkeys.length > 0 ? composeRequest(site, passkeys, secondStepChallenge(token)) : null,
      };
    },

    /** Throws `sign_in_step_ended`, `second_factor_failed`, `rate_limited`. */
    async finishWithTotp(
      token: string,
      code: string,
      origin: Origin,
      begin: BeginSession,
    ): Promise<BegunSession> {
      const user = await finishByCode(token, async ({ id }) => {
        const totp = await findTotp(database, id);
        if (totp === null || totp.confirmed_at === null) return false;
        const step = matchTotp(totp.secret, code, clock.now());
        return step !== null && takeTotpStep(database, id, step);
      });
      return finish(user, origin, begin, 'totp');
    },

    /** Like `finishWithTotp`. */
    async finishWithRecoveryCode(
      token: string,
      code: string,
      origin: Origin,
      begin: BeginSession,
    ): Promise<BegunSession> {
      const user = await finishByCode(token, ({ id }) => takeRecoveryCode(database, id, code));
      await mails.send(user.id, 'recovery_code_used');
      return finish(user, origin, begin, 'recovery_code');
    },

    /** Throws `sign_in_step_ended`, `passkey_refused`. */
    async finishWithPasskey(
      token: string,
      assertion: PasskeyAssertion,
      origin: Origin,
      begin: BeginSession,
    ): Promise<BegunSession> {
      const user = await trySecondStep(database, token, clock.now());
      if (user === null) throw new CallError('sign_in_step_ended');
      const passkey = await findPasskey(database, assertion.id);
      const clientData = readClientData(assertion.clientDataJSON);
      if (passkey?.user_id !== user.id || clientData?.challenge !== secondStepChallenge(token))
        return rejectPasskey(
          origin,
          new Error('The passkey is not of this account, or the challenge not of this sign-in.'),
        );
      await usePasskey(passkey, assertion, clientData, { origin, requireUserVerification: false });
      if (!(await takeSecondStep(database, token))) throw new CallError('sign_in_step_ended');
      return finish(user, origin, begin, 'passkey');
    },

    async askForPasskey() {
      const challenge = await createSignInChallenge(database, clock.now());
      return composeRequest(site, null, challenge);
    },

    /** Throws `passkey_refused`, alike for wrong and unknown passkeys. */
    async signInWithPasskey(
      assertion: PasskeyAssertion,
      origin: Origin,
      begin: BeginSession,
    ): Promise<BegunSession> {
      const clientData = readClientData(assertion.clientDataJSON);
      const isAsked =
        clientData !== null &&
        (await takeChallenge(database, clientData.challenge, null, clock.now()));
      const passkey = isAsked ? await findPasskey(database, assertion.id) : null;
      if (clientData === null || passkey === null)
        return rejectPasskey(origin, new Error('The challenge or the passkey is unknown.'));
      await usePasskey(passkey, assertion, clientData, { origin, requireUserVerification: true });
      const user = await findUser(database, passkey.user_id);
      if (user === null) return rejectPasskey(origin, new Error('The account was deleted.'));
      return finish(user, origin, begin, 'passkey');
    },

    sweep: (): Promise<void> => deleteExpiredChallenges(database, new Date(clock.now())),
  };
};
