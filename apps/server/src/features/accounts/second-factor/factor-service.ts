import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import type { FieldError } from '@izgodno/contract/common/errors';
import {
  MAX_PASSKEYS,
  RECENT_SIGN_IN_MS,
  sessionFieldErrors,
} from '@izgodno/contract/accounts/limits';
import type { CreatedPasskey } from '@izgodno/contract/accounts/passkeys';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Schema } from '#schema/schema.ts';
import { isUniqueViolation } from '#platform/database/violations.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { AttemptLimiter } from '../attempt-limits.ts';
import { findSession, findUser, type UserRow } from '../session-repository.ts';
import { createAdditionChallenge, takeChallenge } from './challenges.ts';
import {
  findTotp,
  hasSecondFactor,
  listPasskeys,
  lockFactors,
  takeTotpStep,
  type PasskeyRow,
} from './factor-repository.ts';
import type { SecurityMails, SecurityChange } from './security-mails.ts';
import {
  composeCreation,
  readClientData,
  verifyCreation,
  type PasskeySite,
} from './passkey-ceremony.ts';
import {
  countRecoveryCodes,
  dropNeedlessCodes,
  firstRecoveryCodes,
  replaceRecoveryCodes,
} from './recovery-codes.ts';
import { createTotpSecret, matchTotp, toBase32, totpUri } from './totp.ts';

export interface FactorServiceOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly limits: AttemptLimiter;
  readonly logger: FastifyBaseLogger;
  readonly site: PasskeySite;
  readonly mails: SecurityMails;
  /** Verifies the user's password. Throws `wrong_password`. */
  readonly prove: (who: Principal, password: string) => Promise<UserRow>;
}

export const wrongCode = {
  code: { code: sessionFieldErrors.wrongCode, message: 'This code is not right.' },
} satisfies Record<string, FieldError>;

export type FactorService = ReturnType<typeof createFactorService>;

/** Sets up users' passkeys, authenticator apps and recovery codes. */
export const createFactorService = (options: FactorServiceOptions) => {
  const { database, clock, limits, logger, site, mails, prove } = options;

  const isRecent = async (who: Principal): Promise<boolean> => {
    const session = await findSession(database, who.sessionId);
    if (session === null) throw new CallError('session_expired');
    return clock.now() - session.created_at.getTime() < RECENT_SIGN_IN_MS;
  };

  /**
   * Returns the account, proven by its password or by a recent sign-in. Throws `wrong_password`,
   * `proof_required`.
   */
  const proveAgain = async (who: Principal, password: string | undefined): Promise<UserRow> => {
    if (password !== undefined) return prove(who, password);
    if (!(await isRecent(who))) throw new CallError('proof_required');
    const user = await findUser(database, who.id);
    if (user === null) throw new CallError('session_expired');
    return user;
  };

  const changed = async (who: Principal, change: SecurityChange): Promise<void> => {
    logger.info({ event: change, userId: who.id }, 'factors of an account changed');
    await mails.send(who.id, change);
  };

  /** Changes the factors of an account, one change at a time. */
  const change = <Result>(
    who: Principal,
    work: (transaction: Transaction<Schema>) => Promise<Result>,
  ): Promise<Result> =>
    database.transaction().execute(async (transaction) => {
      await lockFactors(transaction, who.id);
      return work(transaction);
    });

  return {
    async read(who: Principal) {
      const [user, passkeys, totp, recoveryCodesLeft, recent] = await Promise.all([
        findUser(database, who.id),
        listPasskeys(database, who.id),
        findTotp(database, who.id),
        countRecoveryCodes(database, who.id),
        isRecent(who),
      ]);
      if (user === null) throw new CallError('session_expired');
      return {
        role: user.role,
        passkeys,
        totpSince: totp?.confirmed_at ?? null,
        recoveryCodesLeft,
        proofRequired: !recent,
      };
    },

    async askToAddPasskey(who: Principal, password: string | undefined) {
      const user = await proveAgain(who, password);
      const known = await listPasskeys(database, who.id);
      if (known.length >= MAX_PASSKEYS) throw new CallError('limit_reached');
      const challenge = await createAdditionChallenge(database, who, clock.now());
      return composeCreation(site, user, known, challenge);
    },

    /** Throws `passkey_refused`, `limit_reached`. */
    async addPasskey(who: Principal, name: string, created: CreatedPasskey) {
      const clientData = readClientData(created.clientDataJSON);
      const now = clock.now();
      const isAsked =
        clientData !== null && (await takeChallenge(database, clientData.challenge, who, now));
      if (!isAsked) throw new CallError('passkey_refused');
      const verified = await verifyCreation(site, created, clientData).catch((cause: unknown) => {
        logger.warn({ event: 'passkey_refused', userId: who.id, err: cause }, 'not added');
        throw new CallError('passkey_refused', { cause });
      });
      const passkey: PasskeyRow = {
        ...verified,
        id: createUuidV7(now),
        user_id: who.id,
        name,
        created_at: new Date(now),
        last_used_at: null,
      };
      const recoveryCodes = await change(who, async (transaction) => {
        const known = await listPasskeys(transaction, who.id);
        if (known.length >= MAX_PASSKEYS) throw new CallError('limit_reached');
        await transaction.insertInto('passkeys').values(passkey).execute();
        return firstRecoveryCodes(transaction, who.id);
      }).catch((cause: unknown) => {
        throw isUniqueViolation(cause) ? new CallError('passkey_refused', { cause }) : cause;
      });
      await changed(who, 'passkey_added');
      return { passkey, recoveryCodes };
    },

    /** Throws `not_found`. */
    async renamePasskey(who: Principal, id: string, name: string): Promise<void> {
      const { numUpdatedRows } = await database
        .updateTable('passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('user_id', '=', who.id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new CallError('not_found');
    },

    /** Throws `not_found`. */
    async removePasskey(who: Principal, id: string, password: string | undefined): Promise<void> {
      await proveAgain(who, password);
      await change(who, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('passkeys')
          .where('id', '=', id)
          .where('user_id', '=', who.id)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw new CallError('not_found');
        await dropNeedlessCodes(transaction, who.id);
      });
      await changed(who, 'passkey_removed');
    },

    /** Creates a secret that its first code confirms. Throws `already_set_up` if one is in use. */
    async setUpTotp(who: Principal, password: string | undefined) {
      const user = await proveAgain(who, password);
      const fresh = {
        secret: createTotpSecret(),
        last_step: 0,
        created_at: new Date(clock.now()),
      };
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('totp_secrets')
        .values({ ...fresh, user_id: who.id, confirmed_at: null })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet(fresh)
            .where('totp_secrets.confirmed_at', 'is', null),
        )
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) throw new CallError('already_set_up');
      return {
        secret: toBase32(fresh.secret),
        uri: totpUri(fresh.secret, site.name, user.email),
      };
    },

    /** Throws `second_factor_failed`; `already_set_up` if no secret awaits confirmation. */
    async confirmTotp(who: Principal, code: string): Promise<string[] | null> {
      await limits.take('secondFactorByAccount', who.id);
      const recoveryCodes = await change(who, async (transaction) => {
        const totp = await findTotp(transaction, who.id);
        if (totp === null || totp.confirmed_at !== null) throw new CallError('already_set_up');
        const now = clock.now();
        const step = matchTotp(totp.secret, code, now);
        if (step === null || !(await takeTotpStep(transaction, who.id, step)))
          throw new CallError('second_factor_failed', { fields: wrongCode });
        await transaction
          .updateTable('totp_secrets')
          .set({ confirmed_at: new Date(now) })
          .where('user_id', '=', who.id)
          .execute();
        return firstRecoveryCodes(transaction, who.id);
      });
      await limits.forgive('secondFactorByAccount', who.id);
      await changed(who, 'totp_added');
      return recoveryCodes;
    },

    /** Throws `not_found`. */
    async removeTotp(who: Principal, password: string | undefined): Promise<void> {
      await proveAgain(who, password);
      await change(who, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('totp_secrets')
          .where('user_id', '=', who.id)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw new CallError('not_found');
        await dropNeedlessCodes(transaction, who.id);
      });
      await changed(who, 'totp_removed');
    },

    /** Throws `not_found` for an account without a factor, which needs no codes. */
    async renewRecoveryCodes(who: Principal, password: string | undefined): Promise<string[]> {
      await proveAgain(who, password);
      const codes = await change(who, async (transaction) => {
        if (!(await hasSecondFactor(transaction, who.id))) throw new CallError('not_found');
        return replaceRecoveryCodes(transaction, who.id);
      });
      await changed(who, 'recovery_codes_renewed');
      return codes;
    },
  };
};
