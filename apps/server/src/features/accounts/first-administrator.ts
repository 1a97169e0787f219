import { sql, type Transaction } from 'kysely';
import type * as calls from '@izgodno/contract/accounts/email-calls';
import { CONSOLE_LINK_LIFETIME_MS } from '@izgodno/contract/accounts/mail-calls';
import { CallError } from '#platform/http/errors.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Connection, Schema } from '#schema/schema.ts';
import { publishEnded, type AccountCall, type AccountsContext } from './accounts-context.ts';
import { takeAttempt } from './attempt-limits.ts';
import { findMailLink, takeMailLink } from './mail-links.ts';
import { requireStrongPassword } from './password-rules.ts';
import { regainAccount } from './regain-account.ts';
import { findUserByEmail, insertUser, type EndedSession } from './session-repository.ts';

const noAdministrator = sql<boolean>`NOT EXISTS (SELECT FROM users WHERE role = 'admin')`;

/**
 * Whether the first administrator is still to be made. This happens once, and not again when none
 * is left.
 */
export const awaitsAdministrator = async (connection: Connection): Promise<boolean> => {
  const row = await connection
    .selectFrom('first_administrator')
    .select('single')
    .where('made_at', 'is', null)
    .where(noAdministrator)
    .executeTakeFirst();
  return row !== undefined;
};

/** Claims the right to make the first administrator; false if it was claimed before. */
export const takeFirstAdministrator = async (
  transaction: Transaction<Schema>,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('first_administrator')
    .set({ made_at: new Date(now), link_hash: null, link_expires_at: null })
    .where('made_at', 'is', null)
    .where(noAdministrator)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * The token of a link that makes the first administrator from the console; replaces any earlier
 * one. Null if there is or was an administrator.
 */
export const makeConsoleToken = async (
  connection: Connection,
  now: number,
): Promise<string | null> => {
  const token = createToken();
  const { numUpdatedRows } = await connection
    .updateTable('first_administrator')
    .set({
      link_hash: hashToken(token),
      link_expires_at: new Date(now + CONSOLE_LINK_LIFETIME_MS),
    })
    .where('made_at', 'is', null)
    .where(noAdministrator)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? token : null;
};

const isConsoleToken = async (
  connection: Connection,
  token: string,
  now: number,
): Promise<boolean> => {
  const row = await connection
    .selectFrom('first_administrator')
    .select('single')
    .where('link_hash', '=', hashToken(token))
    .where('link_expires_at', '>', new Date(now))
    .executeTakeFirst();
  return row !== undefined;
};

const recordFirst = (
  { audit }: AccountsContext,
  transaction: Transaction<Schema>,
  userId: string,
  reason: 'ADMIN_EMAIL' | 'console link',
): Promise<void> =>
  audit.record(
    {
      actorId: null,
      action: 'user.role',
      subject: { kind: 'user', id: userId },
      reason,
      details: { after: 'admin' },
    },
    transaction,
  );

const finish = (
  accounts: AccountsContext,
  userId: string,
  ended: readonly EndedSession[],
  ip: string,
): void => {
  publishEnded(accounts, ended);
  const details = { event: 'first_administrator', userId, address: ip };
  accounts.logger.info(details, 'administrator made');
};

// The first administrator is made by a link mailed to ADMIN_EMAIL or printed on the console. Both
// set a new password and end every other access, so that a previous holder of the account gains
// nothing.

/**
 * Throws `mail_link_invalid`; for a weak password `validation_failed`, which leaves the link usable.
 */
export const confirmAdministrator: AccountCall<typeof calls.confirmAdministrator> = async (
  accounts,
  { body: { token, password }, request },
) => {
  const { database, clock, hasher } = accounts;
  await takeAttempt(accounts, 'mailTokenByNetwork', request.ip);
  const user = await findMailLink(database, token, 'confirm-administrator', clock.now());
  if (user === null) throw new CallError('mail_link_invalid');
  await requireStrongPassword(accounts, 'password', password, [user.name, user.email]);
  const password_hash = await hasher.hash(password, { line: 'known', share: user.id });
  const ended = await database.transaction().execute(async (transaction) => {
    const now = clock.now();
    // In the order of `makeFirstAdministrator`, so that the two do not deadlock.
    if (!(await takeFirstAdministrator(transaction, now))) throw new CallError('mail_link_invalid');
    await takeMailLink(transaction, user.id, token, now);
    await recordFirst(accounts, transaction, user.id, 'ADMIN_EMAIL');
    const email_confirmed_at = new Date(now);
    const change = { password_hash, email_confirmed_at, role: 'admin' } as const;
    return regainAccount(accounts, transaction, user.id, { change });
  });
  finish(accounts, user.id, ended, request.ip);
  return {};
};

/**
 * Creates the account, or takes over the one with this address. Throws as `confirmAdministrator`
 * does.
 */
export const makeFirstAdministrator: AccountCall<typeof calls.makeFirstAdministrator> = async (
  accounts,
  { body: { token, name, email, password }, request },
) => {
  const { database, clock, hasher } = accounts;
  await takeAttempt(accounts, 'mailTokenByNetwork', request.ip);
  if (!(await isConsoleToken(database, token, clock.now())))
    throw new CallError('mail_link_invalid');
  await requireStrongPassword(accounts, 'password', password, [name, email]);
  const password_hash = await hasher.hash(password, { line: 'known', share: 'console' });
  const { userId, ended } = await database.transaction().execute(async (transaction) => {
    const now = clock.now();
    const isStillMine = await isConsoleToken(transaction, token, now);
    if (!isStillMine || !(await takeFirstAdministrator(transaction, now)))
      throw new CallError('mail_link_invalid');
    const created = { id: createUuidV7(now), name, email, password_hash };
    await insertUser(transaction, { ...created, created_at: new Date(now) });
    const user = await findUserByEmail(transaction, email);
    // The account's former owner can still recover the address.
    if (user === null) throw new CallError('email_taken');
    await recordFirst(accounts, transaction, user.id, 'console link');
    const change = { password_hash, email_confirmed_at: null, role: 'admin' } as const;
    const ended = await regainAccount(accounts, transaction, user.id, { change });
    return { userId: user.id, ended };
  });
  finish(accounts, userId, ended, request.ip);
  return {};
};
