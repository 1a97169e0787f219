import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type * as calls from '@izgodno/contract/accounts/calls';
import type { SessionTokens } from '@izgodno/contract/accounts/session';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import { readBearerToken } from '#platform/http/authentication.ts';
import { browserLanguageOf } from '#platform/http/browser-language.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutShortList } from '#platform/http/short-list.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Schema } from '#schema/schema.ts';
import {
  publishEnded,
  type AccountCall,
  type AccountsContext,
  type Origin,
} from './accounts-context.ts';
import { MAX_USER_AGENT_LENGTH } from './device.ts';
import { rememberDevice } from './known-devices.ts';
import { signOut } from './administration/administer-users.ts';
import { rejectSuspended } from './administration/suspensions.ts';
import { endAccess } from './end-access.ts';
import { mayRevokeSession } from './session-policy.ts';
import {
  deleteSession,
  findSession,
  findToken,
  findUser,
  insertSession,
  lockRole,
  lockSession,
  lockUser,
  noteBrowserLanguage,
  presentSessions,
  presentUser,
  readSessions,
  replaceToken,
  type EndedSession,
  type UserRow,
} from './session-repository.ts';
import { createTokenPair, openSuccessor, sealSuccessor, type TokenPair } from './tokens.ts';

/**
 * How long an exchanged refresh token still returns its successor: concurrent requests (tabs,
 * retries) all get the same tokens.
 */
export const REFRESH_GRACE_MS = 10_000;
/**
 * Exchanges of one session, on one node. Exchanged tokens are stored until they expire, so that a
 * stolen one is recognised, and each exchange reads those of its session. Its tabs share one about
 * every two hours, with the shortest preset every four minutes.
 */
export const REFRESHES_PER_HOUR = 60;
const refreshes = { tries: REFRESHES_PER_HOUR, windowMs: HOUR_MS } as const;
/** The maximum age of a session since the password was given, however often it is refreshed. */
export const MAX_SESSION_AGE_MS = 90 * DAY_MS;

interface SignedIn {
  readonly user: UserRow;
  readonly tokens: TokenPair;
  /** The server's clock in epoch milliseconds. */
  readonly now: number;
}

/** A begun session. The browser keeps `deviceToken` beyond it. */
export interface BegunSession extends SignedIn {
  readonly deviceToken: string;
}

export const presentTokens = ({ user, tokens, now }: SignedIn): SessionTokens => ({
  accessToken: tokens.accessToken,
  accessTokenExpiration: tokens.accessExpiresAt,
  refreshToken: tokens.refreshToken,
  serverTime: now,
  user: presentUser(user),
});

const makeTokens = (
  { settings }: AccountsContext,
  now: number,
  sessionBegan: number,
): TokenPair => {
  const { accessMs, refreshMs } = settings.SESSION_PRESET;
  const end = sessionBegan + MAX_SESSION_AGE_MS;
  return createTokenPair(Math.min(now + accessMs, end), Math.min(now + refreshMs, end));
};

/** Uses up what proved a user, such as a code. */
export type UseUp = (transaction: Transaction<Schema>) => Promise<void>;

/**
 * Null if the password was changed or the account deleted during verification. `useUp` uses up what
 * proved the user, unless the sign-in is rejected or fails. Throws `account_suspended`.
 */
export const beginSession = async (
  accounts: AccountsContext,
  proven: UserRow,
  { ip, userAgent, deviceToken: previous, language }: Origin,
  useUp: UseUp = async () => {},
): Promise<BegunSession | null> => {
  const now = accounts.clock.now();
  const at = new Date(now);
  const tokens = makeTokens(accounts, now, now);
  const session = {
    id: createUuidV7(now),
    user_id: proven.id,
    user_agent: userAgent.slice(0, MAX_USER_AGENT_LENGTH),
    address: ip,
    created_at: at,
    last_used_at: at,
    expires_at: new Date(tokens.refreshExpiresAt),
  };
  return accounts.database.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, proven);
    if (user === null) return null;
    await useUp(transaction);
    await rejectSuspended(transaction, user.id, at);
    await noteBrowserLanguage(transaction, user.id, language, 'sign-in');
    await insertSession(transaction, session, tokens);
    const deviceToken = await rememberDevice(transaction, previous, user.id, now);
    return { user, tokens, now, deviceToken };
  });
};

type RefreshOutcome =
  | { readonly kind: 'signedIn'; readonly signedIn: SignedIn }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'stolen'; readonly ended: readonly EndedSession[] };

interface RefreshRequest {
  readonly refreshToken: string;
  readonly attempt: string | undefined;
}

const exchange = async (
  accounts: AccountsContext,
  transaction: Transaction<Schema>,
  { refreshToken, attempt }: RefreshRequest,
  from: Pick<FastifyRequest, 'ip' | 'server' | 'headers'>,
): Promise<RefreshOutcome> => {
  const known = await findToken(transaction, refreshToken, 'refresh');
  const session = known && (await lockSession(transaction, known.sessionId));
  // Read again, because another request may have replaced the token while it held the lock.
  const token = session && (await findToken(transaction, refreshToken, 'refresh'));
  const user = session && (await findUser(transaction, session.user_id));
  const now = accounts.clock.now();
  if (!token || !session || !user || token.expiresAt.getTime() <= now) return { kind: 'rejected' };

  if (token.replacedAt !== null && token.successor !== null) {
    const successor = openSuccessor(refreshToken, token.successor);
    if (now - token.replacedAt.getTime() <= REFRESH_GRACE_MS)
      return { kind: 'signedIn', signedIn: { user, tokens: successor.tokens, now } };
    if (attempt === undefined || attempt !== successor.attempt)
      return { kind: 'stolen', ended: await deleteSession(transaction, session.id) };
    // No client has these tokens, because the response was lost. Their access token may have expired.
    const { refreshToken: next } = successor.tokens;
    return exchange(accounts, transaction, { refreshToken: next, attempt }, from);
  }

  from.server.rateWindows.take(refreshes, `refreshes of ${session.id}`);
  const tokens = makeTokens(accounts, now, session.created_at.getTime());
  const sealed = sealSuccessor(refreshToken, { tokens, attempt });
  const rotation = { sessionId: session.id, refreshToken, tokens, sealed, ip: from.ip };
  await replaceToken(transaction, { ...rotation, at: new Date(now) });
  // The user signed in before languages were stored.
  await noteBrowserLanguage(transaction, user.id, browserLanguageOf(from.headers), 'refresh');
  return { kind: 'signedIn', signedIn: { user, tokens, now } };
};

/**
 * Exchanges a refresh token. One exchanged before, outside the grace and by another attempt, was
 * stolen from its owner or is used by its thief; the session ends for both. Throws
 * `refresh_token_missing`, `refresh_failed`, `rate_limited`.
 */
export const refresh: AccountCall<typeof calls.refresh> = async (
  accounts,
  { body, request, reply },
) => {
  const { cookies, logger } = accounts;
  const refreshToken = body.refreshToken ?? cookies.readRefreshToken(request);
  if (refreshToken === null) throw new CallError('refresh_token_missing');
  const given = { refreshToken, attempt: body.attempt };
  const outcome = await accounts.database
    .transaction()
    .execute((transaction) => exchange(accounts, transaction, given, request));
  if (outcome.kind === 'signedIn') {
    cookies.set(reply, outcome.signedIn.tokens);
    return presentTokens(outcome.signedIn);
  }
  if (outcome.kind === 'stolen') {
    publishEnded(accounts, outcome.ended);
    logger.warn(
      { event: 'refresh_token_reused', sessions: outcome.ended, address: request.ip },
      'a refresh token was used twice: session revoked',
    );
  }
  throw new CallError('refresh_failed');
};

/** Ends the sessions of the caller's tokens; unknown tokens belong to sessions that have ended. */
export const logout: AccountCall<typeof calls.logout> = async (
  accounts,
  { body, request, reply },
) => {
  const { cookies, database } = accounts;
  const refreshToken = body.refreshToken ?? cookies.readRefreshToken(request);
  const accessToken = readBearerToken(request);
  const found = [
    accessToken === null ? null : await findToken(database, accessToken, 'access'),
    refreshToken === null ? null : await findToken(database, refreshToken, 'refresh'),
  ];
  for (const token of found) {
    if (token !== null) publishEnded(accounts, await deleteSession(database, token.sessionId));
  }
  cookies.clear(reply);
  return {};
};

export const listSessions: AccountCall<typeof calls.listSessions> = async (
  { database, clock, countryOf },
  { query, user },
) => {
  const sessions = await readSessions(database, user.id, new Date(clock.now()));
  const { rows, nextCursor } = cutShortList(sessions, query, ({ last_used_at, id }) => [
    last_used_at.toISOString(),
    id,
  ]);
  return { sessions: await presentSessions(rows, user.sessionId, countryOf), nextCursor };
};

/** Throws `not_found`, also for a session that the caller may not know of. */
export const revokeSession: AccountCall<typeof calls.revokeSession> = async (
  accounts,
  { params: { id: sessionId }, user },
) => {
  const { database, audit, logger } = accounts;
  const session = await findSession(database, sessionId);
  if (session === null) throw new CallError('not_found');
  if (!mayRevokeSession(user, { ownerId: session.user_id })) {
    logger.warn({ event: 'revocation_refused', userId: user.id, sessionId }, 'not the owner');
    throw new CallError('not_found');
  }
  const ended = await database.transaction().execute(async (transaction) => {
    if (session.user_id !== user.id) {
      const subject = { kind: 'user', id: session.user_id } as const;
      await audit.record(
        { actorId: user.id, action: 'user.end_session', subject, reason: '' },
        transaction,
      );
    }
    return deleteSession(transaction, sessionId);
  });
  publishEnded(accounts, ended);
  logger.info({ event: 'session_revoked', userId: user.id, sessionId }, 'session revoked');
  return {};
};

/** Ends every access of the caller. */
export const logoutEverywhere: AccountCall<typeof calls.logoutEverywhere> = async (
  accounts,
  { user, reply },
) => {
  const ended = await accounts.database.transaction().execute(async (transaction) => {
    // A call in progress that makes a key holds this lock.
    await lockRole(transaction, user.id);
    return endAccess(accounts, transaction, user.id);
  });
  publishEnded(accounts, ended);
  accounts.logger.info({ event: 'logout_everywhere', userId: user.id }, 'signed out everywhere');
  accounts.cookies.clear(reply);
  return { revoked: ended.length };
};

/** Ends every access of a user, by an administrator. Throws `forbidden`, `not_found`. */
export const signUserOut: AccountCall<typeof calls.signUserOut> = async (
  accounts,
  { params: { userId }, body: { reason }, user },
) => ({ revoked: await signOut(accounts, { actorId: user.id, userId, reason }) });
