import { sql, type Transaction } from 'kysely';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { MAIL_LINK_LIFETIME_MS } from '@izgodno/contract/accounts/mail-calls';
import type { Connection, Schema } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import type { UserRow } from './session-repository.ts';

export type MailLinkPurpose = keyof typeof MAIL_LINK_LIFETIME_MS;

/**
 * Locks the links of an account until the transaction ends, so that a link that is replaced or used up
 * gets no other token meanwhile. Null if there is no such account.
 */
export const lockMailLinksOf = async (
  transaction: Transaction<Schema>,
  userId: string,
): Promise<Pick<UserRow, 'password_hash'> | null> =>
  (await transaction
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()) ?? null;

/** Creates the token of a link to be mailed to `user.email`. */
export const createMailLink = async (
  connection: Connection,
  user: Pick<UserRow, 'id' | 'email'>,
  purpose: MailLinkPurpose,
  now: number,
): Promise<string> => {
  const token = createToken();
  await connection
    .insertInto('mail_links')
    .values({
      token_hash: hashToken(token),
      user_id: user.id,
      purpose,
      email: user.email,
      expires_at: new Date(now + MAIL_LINK_LIFETIME_MS[purpose]),
    })
    .execute();
  return token;
};

/**
 * Creates another token for the newest link like this one, as valid as the others: of mails with one
 * Message-ID a mailbox keeps any. Null if no link is valid.
 */
export const addMailLinkToken = async (
  connection: Connection,
  user: Pick<UserRow, 'id' | 'email'>,
  purpose: MailLinkPurpose,
  now: number,
): Promise<string | null> => {
  const token = createToken();
  const { numInsertedOrUpdatedRows } = await connection
    .insertInto('mail_links')
    .columns(['token_hash', 'user_id', 'purpose', 'email', 'expires_at'])
    .expression((insertion) =>
      insertion
        .selectFrom('mail_links')
        .select([
          sql<Buffer>`${hashToken(token)}::bytea`.as('token_hash'),
          'user_id',
          'purpose',
          'email',
          'expires_at',
        ])
        .where('user_id', '=', user.id)
        .where('email', '=', user.email)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', new Date(now))
        .orderBy('expires_at', 'desc')
        .limit(1),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n ? token : null;
};

/**
 * The user a link was mailed to, if the address is still theirs; null if the link is invalid for
 * any reason.
 */
export const findMailLink = async (
  connection: Connection,
  token: string,
  purpose: MailLinkPurpose,
  now: number,
): Promise<UserRow | null> =>
  (await connection
    .selectFrom('mail_links')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'mail_links.user_id')
        .onRef('users.email', '=', 'mail_links.email'),
    )
    .selectAll('users')
    .where('mail_links.token_hash', '=', hashToken(token))
    .where('mail_links.purpose', '=', purpose)
    .where('mail_links.expires_at', '>', new Date(now))
    .executeTakeFirst()) ?? null;

/** A link to an address other than the account's: its future or former one. */
export interface EmailLink {
  readonly user: UserRow;
  readonly email: string;
  readonly expiresAt: Date;
}

/** Like `findMailLink`, for a link to another address of the account. */
export const findEmailLink = async (
  connection: Connection,
  token: string,
  purpose: 'change-email' | 'undo-email',
  now: number,
): Promise<EmailLink | null> => {
  const link = await connection
    .selectFrom('mail_links')
    .select(['user_id', 'email', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  if (link === undefined) return null;
  const user = await connection
    .selectFrom('users')
    .selectAll()
    .where('id', '=', link.user_id)
    .executeTakeFirst();
  return user === undefined ? null : { user, email: link.email, expiresAt: link.expires_at };
};

/**
 * Uses a link of an account up. Throws `mail_link_invalid` if it was used before or has ended. The account
 * is locked first, because what a link is for may end the others, each of which another request may be
 * using up. `now` is in epoch milliseconds.
 */
export const takeMailLink = async (
  transaction: Transaction<Schema>,
  userId: string,
  token: string,
  now: number,
): Promise<void> => {
  await lockMailLinksOf(transaction, userId);
  const { numDeletedRows } = await transaction
    .deleteFrom('mail_links')
    .where('user_id', '=', userId)
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new CallError('mail_link_invalid');
};

/**
 * Ends the links to future addresses of an account. Each of these addresses may have had its mail of the
 * day, so their rows stay, and `renewChangeLinks` makes them valid again.
 */
export const endChangeLinksOf = async (
  connection: Connection,
  userId: string,
  at: Date,
): Promise<void> => {
  await connection
    .updateTable('mail_links')
    .set({ expires_at: at })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change-email')
    .where('expires_at', '>', at)
    .execute();
};

/** Makes the links to a future address valid again that were mailed before, for as long as a new one. */
export const renewChangeLinks = async (
  connection: Connection,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  now: number,
): Promise<void> => {
  await connection
    .updateTable('mail_links')
    .set({ expires_at: new Date(now + MAIL_LINK_LIFETIME_MS['change-email']) })
    .where('user_id', '=', id)
    .where('purpose', '=', 'change-email')
    .where('email', '=', email)
    .execute();
};

/**
 * Ends the links of an account. Links to its former addresses stay, because a hijacker must not
 * be able to take them from the owner.
 */
export const endMailLinksOf = async (
  connection: Connection,
  userId: string,
  at: Date,
): Promise<void> => {
  await endChangeLinksOf(connection, userId, at);
  await connection
    .deleteFrom('mail_links')
    .where('user_id', '=', userId)
    .where('purpose', 'not in', ['undo-email', 'change-email'])
    .execute();
};

/** Whether this address is reserved, because its owner can still recover an account with it. */
export const isHeldFree = async (
  connection: Connection,
  email: string,
  userId: string | null,
  now: number,
): Promise<boolean> => {
  const row = await connection
    .selectFrom('mail_links')
    .select('user_id')
    .where('email', '=', email)
    .where('purpose', '=', 'undo-email')
    .where('expires_at', '>', new Date(now))
    .$if(userId !== null, (query) => query.where('user_id', '!=', userId ?? ''))
    .executeTakeFirst();
  return row !== undefined;
};

/** Deletes the links that ended a day before: until then an address may not be mailed another one. */
export const deleteExpiredMailLinks = async (connection: Connection, at: Date): Promise<void> => {
  const ended = new Date(at.getTime() - DAY_MS);
  await connection.deleteFrom('mail_links').where('expires_at', '<=', ended).execute();
};
