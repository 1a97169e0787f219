import type { Transaction } from 'kysely';
import {
  PASSKEY_CHALLENGE_MS,
  SECOND_STEP_MS,
  SECOND_STEP_TRIES,
} from '@izgodno/contract/accounts/limits';
import type { Connection, Database, Schema } from '#schema/schema.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { lockUser, type UserRow } from '../session-repository.ts';

const purposeOf = (session: Principal | null) =>
  session === null ? 'passkey-sign-in' : 'add-passkey';

/** Stores a challenge for a passkey to be added in a session, or for a sign-in, and returns it. */
export const createChallenge = async (
  connection: Connection,
  session: Principal | null,
  now: number,
): Promise<string> => {
  const challenge = createToken();
  await connection
    .insertInto('factor_challenges')
    .values({
      challenge_hash: hashToken(challenge),
      purpose: purposeOf(session),
      user_id: session?.id ?? null,
      session_id: session?.sessionId ?? null,
      proof_hash: null,
      expires_at: new Date(now + PASSKEY_CHALLENGE_MS),
    })
    .execute();
  return challenge;
};

/**
 * Uses a passkey's challenge up, right or wrong. Returns false if it was not issued for this use.
 */
export const takeChallenge = async (
  connection: Connection,
  challenge: string,
  session: Principal | null,
  now: number,
): Promise<boolean> => {
  const { numDeletedRows } = await connection
    .deleteFrom('factor_challenges')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('purpose', '=', purposeOf(session))
    .where('session_id', session === null ? 'is' : '=', session?.sessionId ?? null)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Ties a second step to the verified password, so that a change of password ends it. */
const proofOf = (user: Pick<UserRow, 'password_hash'>): Buffer => hashToken(user.password_hash);

/**
 * Stores that a user's password was verified. Returns the token of the second step; null if the
 * password has changed since.
 */
export const createSecondStep = (
  database: Database,
  proven: UserRow,
  now: number,
): Promise<{ readonly token: string; readonly expiresAt: number } | null> =>
  database.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, proven);
    if (user === null) return null;
    const token = createToken();
    const expiresAt = now + SECOND_STEP_MS;
    await transaction
      .insertInto('factor_challenges')
      .values({
        challenge_hash: hashToken(token),
        purpose: 'second-step',
        user_id: user.id,
        session_id: null,
        proof_hash: proofOf(user),
        expires_at: new Date(expiresAt),
      })
      .execute();
    return { token, expiresAt };
  });

/** Keeps the second steps of a user whose password is the same, but has another hash. */
export const keepSecondSteps = async (
  transaction: Transaction<Schema>,
  user: UserRow,
  password_hash: string,
): Promise<void> => {
  await transaction
    .updateTable('factor_challenges')
    .set({ proof_hash: proofOf({ password_hash }) })
    .where('user_id', '=', user.id)
    .where('purpose', '=', 'second-step')
    .where('proof_hash', '=', proofOf(user))
    .execute();
};

/** Counts one try of a second step and returns its user; null if the step has ended. */
export const trySecondStep = async (
  connection: Connection,
  token: string,
  now: number,
): Promise<UserRow | null> => {
  const step = await connection
    .updateTable('factor_challenges')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('challenge_hash', '=', hashToken(token))
    .where('purpose', '=', 'second-step')
    .where('tries', '<', SECOND_STEP_TRIES)
    .where('expires_at', '>', new Date(now))
    .returning(['user_id', 'proof_hash'])
    .executeTakeFirst();
  if (step === undefined) return null;
  const user = await connection
    .selectFrom('users')
    .selectAll()
    .where('id', '=', step.user_id)
    .executeTakeFirst();
  return user !== undefined && step.proof_hash?.equals(proofOf(user)) === true ? user : null;
};

/** Ends a successful second step. Returns false if another request was first. */
export const takeSecondStep = async (connection: Connection, token: string): Promise<boolean> => {
  const { numDeletedRows } = await connection
    .deleteFrom('factor_challenges')
    .where('challenge_hash', '=', hashToken(token))
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/**
 * The challenge a passkey signs in a second step. It is valid as long as the step, for one success.
 */
export const secondStepChallenge = (token: string): string =>
  hashToken(`passkey:${token}`).toString('base64url');

export const deleteExpiredChallenges = async (connection: Connection, at: Date): Promise<void> => {
  await connection.deleteFrom('factor_challenges').where('expires_at', '<=', at).execute();
};
