import { randomBytes } from 'node:crypto';
import { RECOVERY_CODES, sessionFieldErrors } from '@izgodno/contract/accounts/limits';
import type { FieldError } from '@izgodno/contract/common/errors';
import type { Connection } from '#schema/schema.ts';
import { hashToken } from '#platform/tokens.ts';
import { hasSecondFactor } from './factor-repository.ts';
import { toBase32 } from './totp.ts';

export const wrongCode = {
  code: { code: sessionFieldErrors.wrongCode, message: 'This code is not right.' },
} satisfies Record<string, FieldError>;

const CODE_BYTES = 15;

/** 120 random bits as `abcd-efgh-ijkl-mnop-qrst-uvwx`. */
const createCode = (): string =>
  toBase32(randomBytes(CODE_BYTES))
    .toLowerCase()
    .replaceAll(/(?<=.)(?=(?:.{4})+$)/g, '-');

// A fast digest suffices from 112 random bits on (ASVS 6.5.2), because the code cannot be guessed
// from it.
const hashCode = (code: string): Buffer =>
  hashToken(code.toLowerCase().replaceAll(/[^a-z\d]/g, ''));

/** Replaces an account's codes. They are shown to its owner once. */
export const replaceRecoveryCodes = async (
  connection: Connection,
  userId: string,
): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, createCode);
  await deleteRecoveryCodes(connection, userId);
  await connection
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code) })))
    .execute();
  return codes;
};

const deleteRecoveryCodes = async (connection: Connection, userId: string): Promise<void> => {
  await connection.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
};

/** Uses a code up. Returns false if the account has no such unused code. */
export const takeRecoveryCode = async (
  connection: Connection,
  userId: string,
  code: string,
): Promise<boolean> => {
  const { numDeletedRows } = await connection
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** The digests of an account's unused codes, in hexadecimal. */
export const readRecoveryCodes = async (
  connection: Connection,
  userId: string,
): Promise<ReadonlySet<string>> => {
  const rows = await connection
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .execute();
  return new Set(rows.map(({ code_hash }) => code_hash.toString('hex')));
};

export const countRecoveryCodes = async (
  connection: Connection,
  userId: string,
): Promise<number> => {
  const { left } = await connection
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return left;
};

/** Recovery codes for an account with its first factor; null for other accounts. */
export const firstRecoveryCodes = async (
  connection: Connection,
  userId: string,
): Promise<string[] | null> =>
  (await countRecoveryCodes(connection, userId)) > 0
    ? null
    : replaceRecoveryCodes(connection, userId);

/** Deletes the recovery codes with the last factor, because they are no factor by themselves. */
export const dropNeedlessCodes = async (connection: Connection, userId: string): Promise<void> => {
  if (!(await hasSecondFactor(connection, userId))) await deleteRecoveryCodes(connection, userId);
};
