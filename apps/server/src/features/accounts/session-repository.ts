import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Session, User } from '@izgodno/contract/accounts/session';
import { sql, type Selectable, type Transaction } from 'kysely';
import type { Connection, Schema } from '#schema/schema.ts';
import type { SessionsTable, SessionTokensTable, UsersTable } from '#schema/accounts.ts';
import { CallError } from '#platform/http/errors.ts';
import { hashToken } from '#platform/tokens.ts';
import { describeDevice } from './device.ts';
import type { TokenPair } from './tokens.ts';

export type UserRow = Selectable<UsersTable>;
export type SessionRow = Selectable<SessionsTable>;
type TokenKind = SessionTokensTable['kind'];

export const presentUser = (user: UserRow): User => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  createdAt: user.created_at.toISOString(),
});

export const presentSessions = (
  sessions: readonly SessionRow[],
  currentId: string,
  countryOf: (ip: string) => Promise<string | null>,
): Promise<Session[]> =>
  Promise.all(
    sessions.map(async (session) => ({
      id: session.id,
      device: describeDevice(session.user_agent),
      address: session.address,
      country: await countryOf(session.address),
      createdAt: session.created_at.toISOString(),
      lastUsedAt: session.last_used_at.toISOString(),
      current: session.id === currentId,
    })),
  );

export interface FoundToken {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly replacedAt: Date | null;
  readonly successor: Buffer | null;
}

/** An ended session, to be announced. */
export interface EndedSession {
  readonly sessionId: string;
  readonly userId: string;
}

export const findToken = async (
  connection: Connection,
  token: string,
  kind: TokenKind,
): Promise<FoundToken | null> => {
  const row = await connection
    .selectFrom('session_tokens')
    .select([
      'session_id as sessionId',
      'expires_at as expiresAt',
      'replaced_at as replacedAt',
      'successor',
    ])
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row ?? null;
};

/**
 * Locks a session until the transaction ends. Always before its tokens, in the order of a
 * revocation.
 */
export const lockSession = async (
  transaction: Transaction<Schema>,
  sessionId: string,
): Promise<SessionRow | null> =>
  (await transaction
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()) ?? null;

/** Locks an account whose password was verified; null if it has changed since. */
export const lockUser = async (
  transaction: Transaction<Schema>,
  user: Pick<UserRow, 'id' | 'password_hash'>,
): Promise<UserRow | null> =>
  (await transaction
    .selectFrom('users')
    .selectAll()
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .forShare()
    .executeTakeFirst()) ?? null;

export const insertSession = async (
  connection: Connection,
  session: SessionRow,
  tokens: TokenPair,
): Promise<void> => {
  await connection.insertInto('sessions').values(session).execute();
  await insertTokens(connection, session.id, tokens);
};

const insertTokens = async (
  connection: Connection,
  sessionId: string,
  tokens: TokenPair,
): Promise<void> => {
  const token = (kind: TokenKind, text: string, expiresAt: number) => ({
    token_hash: hashToken(text),
    session_id: sessionId,
    kind,
    expires_at: new Date(expiresAt),
    replaced_at: null,
    successor: null,
  });
  await connection
    .insertInto('session_tokens')
    .values([
      token('access', tokens.accessToken, tokens.accessExpiresAt),
      token('refresh', tokens.refreshToken, tokens.refreshExpiresAt),
    ])
    .execute();
};

/** How long an access token stays valid after its session got another. */
export const ACCESS_GRACE_MS = 10_000;

export interface Rotation {
  readonly sessionId: string;
  readonly refreshToken: string;
  readonly tokens: TokenPair;
  readonly sealed: Buffer;
  readonly ip: string;
  readonly at: Date;
}

/** Replaces a refresh token by new tokens, and deletes the session's expired ones. */
export const replaceToken = async (connection: Connection, rotation: Rotation): Promise<void> => {
  const { sessionId, tokens, at } = rotation;
  await connection
    .updateTable('session_tokens')
    .set({ replaced_at: at, successor: rotation.sealed })
    .where('token_hash', '=', hashToken(rotation.refreshToken))
    .execute();
  // Other tabs and calls in progress have this long to pick up the new token.
  const end = new Date(at.getTime() + ACCESS_GRACE_MS);
  await connection
    .updateTable('session_tokens')
    .set({ expires_at: end })
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'access')
    .where('expires_at', '>', end)
    .execute();
  await insertTokens(connection, sessionId, tokens);
  await connection
    .deleteFrom('session_tokens')
    .where('session_id', '=', sessionId)
    .where('expires_at', '<=', at)
    .execute();
  await connection
    .updateTable('sessions')
    .set({
      last_used_at: at,
      address: rotation.ip,
      expires_at: new Date(tokens.refreshExpiresAt),
    })
    .where('id', '=', sessionId)
    .execute();
};

export const findUser = async (connection: Connection, userId: string): Promise<UserRow | null> =>
  (await connection.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()) ??
  null;

/** Throws `session_expired` if the account was deleted. */
export const requireUserRow = async (connection: Connection, userId: string): Promise<UserRow> => {
  const user = await findUser(connection, userId);
  if (user === null) throw new CallError('session_expired');
  return user;
};

export const findUserByEmail = async (
  connection: Connection,
  email: string,
): Promise<UserRow | null> =>
  (await connection
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst()) ?? null;

/** Sessions that can still be refreshed, last used first. */
export const readSessions = (
  connection: Connection,
  userId: string,
  at: Date,
): Promise<SessionRow[]> =>
  connection
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', at)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();

export const findSession = async (
  connection: Connection,
  sessionId: string,
): Promise<SessionRow | null> =>
  (await connection
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .executeTakeFirst()) ?? null;

export const deleteSession = (connection: Connection, sessionId: string): Promise<EndedSession[]> =>
  connection
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .returning(['id as sessionId', 'user_id as userId'])
    .execute();

/** Ends every session of a user except `exceptId`. */
export const deleteSessionsOf = (
  connection: Connection,
  userId: string,
  exceptId: string | null,
): Promise<EndedSession[]> =>
  connection
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId))
    .returning(['id as sessionId', 'user_id as userId'])
    .execute();

export const deleteExpiredSessions = async (connection: Connection, at: Date): Promise<void> => {
  await connection.deleteFrom('sessions').where('expires_at', '<=', at).execute();
};

/** The role of an account, locked until the transaction ends; null if there is no such account. */
export const lockRole = async (
  transaction: Transaction<Schema>,
  userId: string,
): Promise<UserRow['role'] | null> =>
  (
    await transaction
      .selectFrom('users')
      .select('role')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
  )?.role ?? null;

/**
 * Inserts an account, with the language of its user's browser if that is known; returns false if the
 * email address is in use or reserved for its owner.
 */
export const insertUser = async (
  connection: Connection,
  user: Omit<UserRow, 'role' | 'email_confirmed_at'>,
  language: LanguageCode | null = null,
): Promise<boolean> => {
  const { id, name, email, password_hash, created_at } = user;
  const { rows } = await sql`
    WITH inserted AS (
      INSERT INTO users (id, name, email, password_hash, created_at)
      SELECT ${id}::uuid, ${name}, ${email}, ${password_hash}, ${created_at}::timestamptz
       WHERE NOT EXISTS (
         SELECT FROM mail_links
          WHERE email = ${email} AND purpose = 'undo-email' AND expires_at > ${created_at}::timestamptz)
      ON CONFLICT (email) DO NOTHING
      RETURNING id
    ), noted AS (
      INSERT INTO browser_languages (user_id, language)
      SELECT id, ${language} FROM inserted WHERE ${language}::text IS NOT NULL
    )
    SELECT FROM inserted`.execute(connection);
  return rows.length === 1;
};

/**
 * Stores the language of a user's browser. Of one that is stored already a sign-in is newer, and a
 * refresh is not: else two devices would overwrite each other's.
 */
export const noteBrowserLanguage = async (
  connection: Connection,
  userId: string,
  language: LanguageCode | null,
  by: 'sign-in' | 'refresh',
): Promise<void> => {
  if (language === null) return;
  await connection
    .insertInto('browser_languages')
    .values({ user_id: userId, language })
    .onConflict((conflict) =>
      by === 'refresh'
        ? conflict.doNothing()
        : conflict
            .column('user_id')
            .doUpdateSet({ language })
            .where('browser_languages.language', '!=', language),
    )
    .execute();
};

/** The language of the browser in which a user registered or signed in last; null if it is unknown. */
export const findBrowserLanguage = async (
  connection: Connection,
  userId: string,
): Promise<LanguageCode | null> => {
  const found = await connection
    .selectFrom('browser_languages')
    .select('language')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found?.language ?? null;
};

export const renameUser = async (
  connection: Connection,
  userId: string,
  name: string,
): Promise<void> => {
  await connection.updateTable('users').set({ name }).where('id', '=', userId).execute();
};
