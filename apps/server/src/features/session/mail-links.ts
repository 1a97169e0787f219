import { MAIL_LINK_LIFETIME_MS } from '@izgodno/contract/session/mail-calls';
import type { Connection } from '#platform/database/database.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import type { UserRow } from './session-repository.ts';

export type MailLinkPurpose = keyof typeof MAIL_LINK_LIFETIME_MS;

/** Makes the token of a link to be mailed to a person at their present address. */
export const createMailLink = async (
  connection: Connection,
  user: UserRow,
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

/** Whom a link was mailed to; null where it does not work, for whatever reason. */
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

/** Uses a link up. False where that has happened already. */
export const takeMailLink = async (connection: Connection, token: string): Promise<boolean> => {
  const { numDeletedRows } = await connection
    .deleteFrom('mail_links')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const deleteMailLinksOf = async (connection: Connection, userId: string): Promise<void> => {
  await connection.deleteFrom('mail_links').where('user_id', '=', userId).execute();
};

export const deleteExpiredMailLinks = async (connection: Connection, at: Date): Promise<void> => {
  await connection.deleteFrom('mail_links').where('expires_at', '<=', at).execute();
};
