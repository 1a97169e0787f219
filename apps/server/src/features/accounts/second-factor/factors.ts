import type { Transaction } from 'kysely';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type * as calls from '@izgodno/contract/accounts/factor-calls';
import { MAX_PASSKEYS } from '@izgodno/contract/accounts/limits';
import type { Passkey } from '@izgodno/contract/accounts/passkeys';
import type { Role } from '@izgodno/contract/accounts/session';
import type { Schema } from '#schema/schema.ts';
import { isUniqueViolation } from '#platform/database/violations.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { AccountCall, AccountsContext } from '../accounts-context.ts';
import { forgiveAttempts, takeAttempt } from '../attempt-limits.ts';
import { isRecent, proveAgain } from '../prove-again.ts';
import { requireUserRow } from '../session-repository.ts';
import { createChallenge, takeChallenge } from './challenges.ts';
import {
  findTotp,
  hasSecondFactor,
  listPasskeys,
  lockFactors,
  takeTotpStep,
  type PasskeyRow,
} from './factor-repository.ts';
import { composeCreation, readClientData, verifyCreation } from './passkey-ceremony.ts';
import {
  countRecoveryCodes,
  dropNeedlessCodes,
  firstRecoveryCodes,
  readRecoveryCodes,
  replaceRecoveryCodes,
  wrongCode,
} from './recovery-codes.ts';
import { mailSecurityChange, type SecurityChange } from './security-mails.ts';
import { createTotpSecret, matchTotp, toBase32, totpUri } from './totp.ts';

const presentPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  synced: row.is_synced,
});

/** Changes the factors of an account, one change at a time. Mails its owner. */
const changeFactors = async <Result>(
  accounts: AccountsContext,
  { id: userId }: Principal,
  change: SecurityChange,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> => {
  const result = await accounts.database.transaction().execute(async (transaction) => {
    await lockFactors(transaction, userId);
    const changed = await work(transaction);
    await mailSecurityChange(accounts, transaction, userId, change);
    return changed;
  });
  accounts.logger.info({ event: change, userId }, 'factors of an account changed');
  return result;
};

/** The factors of an account, for its export. */
export const readFactors = async (
  { database }: AccountsContext,
  userId: string,
): Promise<AccountParts['signIn']> => {
  const [passkeys, totp, recoveryCodesLeft] = await Promise.all([
    listPasskeys(database, userId),
    findTotp(database, userId),
    countRecoveryCodes(database, userId),
  ]);
  return {
    passkeys: passkeys.map(presentPasskey),
    totpSince: totp?.confirmed_at?.toISOString() ?? null,
    recoveryCodesLeft,
  };
};

export const getFactors: AccountCall<typeof calls.getFactors> = async (
  accounts,
  { user: caller },
) => {
  const requiredOf: readonly Role[] = accounts.settings.REQUIRE_SECOND_FACTOR;
  const [{ role }, factors, recent] = await Promise.all([
    requireUserRow(accounts.database, caller.id),
    readFactors(accounts, caller.id),
    isRecent(accounts, caller),
  ]);
  return { ...factors, proofRequired: !recent, required: requiredOf.includes(role) };
};

export const askToAddPasskey: AccountCall<typeof calls.askToAddPasskey> = async (
  accounts,
  { body, user: caller },
) => {
  const { database, clock } = accounts;
  const user = await proveAgain(accounts, caller, body.currentPassword);
  const known = await listPasskeys(database, caller.id);
  if (known.length >= MAX_PASSKEYS) throw new CallError('limit_reached');
  const challenge = await createChallenge(database, caller, clock.now());
  return { options: composeCreation(accounts, user, known, challenge) };
};

/** Throws `passkey_refused`, `limit_reached`. */
export const addPasskey: AccountCall<typeof calls.addPasskey> = async (
  accounts,
  { body: { name, created }, user: caller },
) => {
  const { database, clock, logger } = accounts;
  const clientData = readClientData(created.clientDataJSON);
  const now = clock.now();
  const isAsked =
    clientData !== null && (await takeChallenge(database, clientData.challenge, caller, now));
  if (!isAsked) throw new CallError('passkey_refused');
  const verified = await verifyCreation(accounts, created, clientData).catch((cause: unknown) => {
    logger.warn({ event: 'passkey_refused', userId: caller.id, err: cause }, 'not added');
    throw new CallError('passkey_refused', { cause });
  });
  const passkey: PasskeyRow = {
    ...verified,
    id: createUuidV7(now),
    user_id: caller.id,
    name,
    created_at: new Date(now),
    last_used_at: null,
  };
  const recoveryCodes = await changeFactors(accounts, caller, 'passkey_added', async (changes) => {
    const known = await listPasskeys(changes, caller.id);
    if (known.length >= MAX_PASSKEYS) throw new CallError('limit_reached');
    await changes.insertInto('passkeys').values(passkey).execute();
    return firstRecoveryCodes(changes, caller.id);
  }).catch((cause: unknown) => {
    throw isUniqueViolation(cause) ? new CallError('passkey_refused', { cause }) : cause;
  });
  return { passkey: presentPasskey(passkey), recoveryCodes };
};

/** Throws `not_found`. */
export const renamePasskey: AccountCall<typeof calls.renamePasskey> = async (
  { database },
  { params, body, user },
) => {
  const { numUpdatedRows } = await database
    .updateTable('passkeys')
    .set({ name: body.name })
    .where('id', '=', params.id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new CallError('not_found');
  return {};
};

/** Throws `not_found`. */
export const removePasskey: AccountCall<typeof calls.removePasskey> = async (
  accounts,
  { params, body, user },
) => {
  await proveAgain(accounts, user, body.currentPassword);
  await changeFactors(accounts, user, 'passkey_removed', async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('passkeys')
      .where('id', '=', params.id)
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new CallError('not_found');
    await dropNeedlessCodes(transaction, user.id);
  });
  return {};
};

/**
 * Creates a secret that its first code confirms. Two calls at once return the same one, because both pages
 * show it. Throws `already_set_up` if one is in use.
 */
export const setUpTotp: AccountCall<typeof calls.setUpTotp> = async (
  accounts,
  { body, user: caller },
) => {
  const { database, clock, settings } = accounts;
  const before = await findTotp(database, caller.id);
  const user = await proveAgain(accounts, caller, body.currentPassword);
  const secret = await database.transaction().execute(async (transaction) => {
    await lockFactors(transaction, caller.id);
    const known = await findTotp(transaction, caller.id);
    if (known !== null && known.confirmed_at !== null) throw new CallError('already_set_up');
    if (known !== null && before?.secret.equals(known.secret) !== true) return known.secret;
    const secret = createTotpSecret();
    const fresh = { secret, last_step: 0, created_at: new Date(clock.now()) };
    await transaction
      .insertInto('totp_secrets')
      .values({ ...fresh, user_id: caller.id, confirmed_at: null })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
      .execute();
    return secret;
  });
  return { secret: toBase32(secret), uri: totpUri(secret, settings.SITE_NAME, user.email) };
};

/** Throws `second_factor_failed`; `already_set_up` if no secret awaits confirmation. */
export const confirmTotp: AccountCall<typeof calls.confirmTotp> = async (
  accounts,
  { body: { code }, user },
) => {
  await takeAttempt(accounts, 'secondFactorByAccount', user.id);
  const recoveryCodes = await changeFactors(accounts, user, 'totp_added', async (transaction) => {
    const totp = await findTotp(transaction, user.id);
    if (totp === null || totp.confirmed_at !== null) throw new CallError('already_set_up');
    const now = accounts.clock.now();
    const step = matchTotp(totp.secret, code, now);
    if (step === null || !(await takeTotpStep(transaction, user.id, step)))
      throw new CallError('second_factor_failed', { fields: wrongCode });
    await transaction
      .updateTable('totp_secrets')
      .set({ confirmed_at: new Date(now) })
      .where('user_id', '=', user.id)
      .execute();
    return firstRecoveryCodes(transaction, user.id);
  });
  await forgiveAttempts(accounts, 'secondFactorByAccount', user.id);
  return { recoveryCodes };
};

/** Throws `not_found`. */
export const removeTotp: AccountCall<typeof calls.removeTotp> = async (
  accounts,
  { body, user },
) => {
  await proveAgain(accounts, user, body.currentPassword);
  await changeFactors(accounts, user, 'totp_removed', async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('totp_secrets')
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new CallError('not_found');
    await dropNeedlessCodes(transaction, user.id);
  });
  return {};
};

/**
 * Throws `not_found` for an account without a factor, which needs no codes, and `already_set_up` if another
 * call has made codes since this one began: the page of that call shows them.
 */
export const renewRecoveryCodes: AccountCall<typeof calls.renewRecoveryCodes> = async (
  accounts,
  { body, user },
) => {
  const before = await readRecoveryCodes(accounts.database, user.id);
  await proveAgain(accounts, user, body.currentPassword);
  const change = 'recovery_codes_renewed';
  const recoveryCodes = await changeFactors(accounts, user, change, async (transaction) => {
    if (!(await hasSecondFactor(transaction, user.id))) throw new CallError('not_found');
    // Fewer codes are left if one has been used.
    const now = await readRecoveryCodes(transaction, user.id);
    if (!now.isSubsetOf(before)) throw new CallError('already_set_up');
    return replaceRecoveryCodes(transaction, user.id);
  });
  return { recoveryCodes };
};
