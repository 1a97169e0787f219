import type { Transaction } from 'kysely';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { Connection, Schema } from '#schema/schema.ts';
import { createToken, hashToken } from '#platform/tokens.ts';

/** A browser becomes unknown after this time without a sign-in. */
export const DEVICE_LIFETIME_MS = 365 * DAY_MS;
/** Clients without cookies add a row at each sign-in, so the oldest rows are deleted. */
const MAX_DEVICES = 20;

/**
 * Whether the browser with this token has signed in before to the account of this email address.
 */
export const isKnownDevice = async (
  connection: Connection,
  token: string,
  email: string,
  now: number,
): Promise<boolean> => {
  const row = await connection
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('users.id')
    .where('known_devices.token_hash', '=', hashToken(token))
    .where('users.email', '=', email)
    .where('known_devices.used_at', '>', new Date(now - DEVICE_LIFETIME_MS))
    .executeTakeFirst();
  return row !== undefined;
};

/** When the user signed in last in each known browser, for the export of their account. */
export const readDevicesOf = async (
  connection: Connection,
  userId: string,
): Promise<AccountParts['knownBrowsers']> => {
  const rows = await connection
    .selectFrom('known_devices')
    .select('used_at')
    .where('user_id', '=', userId)
    .orderBy('used_at')
    .execute();
  return rows.map(({ used_at }) => ({ at: used_at.toISOString() }));
};

/**
 * Makes the browser known to the account and returns its new token. A planted token is invalid
 * afterwards.
 */
export const rememberDevice = async (
  transaction: Transaction<Schema>,
  previous: string | null,
  userId: string,
  now: number,
): Promise<string> => {
  const token = createToken();
  const token_hash = hashToken(token);
  if (previous !== null)
    await transaction
      .updateTable('known_devices')
      .set({ token_hash })
      .where('token_hash', '=', hashToken(previous))
      .execute();
  const used_at = new Date(now);
  await transaction
    .insertInto('known_devices')
    .values({ token_hash, user_id: userId, used_at })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ used_at }))
    .execute();
  await transaction
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('known_devices')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('used_at', 'desc')
        .orderBy('token_hash')
        .offset(MAX_DEVICES),
    )
    .execute();
  return token;
};

/** Makes all browsers of an account unknown, except the one with the token `exceptToken`. */
export const eraseDevices = async (
  connection: Connection,
  userId: string,
  exceptToken: string | null = null,
): Promise<void> => {
  await connection
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .$if(exceptToken !== null, (query) =>
      query.where('token_hash', '!=', hashToken(exceptToken ?? '')),
    )
    .execute();
};

export const deleteOldDevices = async (connection: Connection, now: number): Promise<void> => {
  await connection
    .deleteFrom('known_devices')
    .where('used_at', '<=', new Date(now - DEVICE_LIFETIME_MS))
    .execute();
};
