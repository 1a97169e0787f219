import type { FastifyBaseLogger } from 'fastify';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Priority } from '#platform/fair-semaphore.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import type { SecondStep } from '@izgodno/contract/accounts/second-factor';
import { MAX_USER_AGENT_LENGTH } from './device.ts';
import { rememberDevice } from './known-devices.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { mayRevokeSession, maySignUserOut } from './session-policy.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  findToken,
  findUser,
  findUserByEmail,
  insertSession,
  listSessions,
  lockSession,
  lockUser,
  replaceToken,
  type EndedSession,
  type SessionRow,
  type UserRow,
} from './session-repository.ts';
import type { SignInGuard } from './sign-in-guard.ts';
import { createTokenPair, openSuccessor, sealSuccessor, type TokenPair } from './tokens.ts';
import { announceEnded } from './session-revoked.ts';

/**
 * How long an exchanged refresh token still returns its successor: concurrent requests (tabs,
 * retries) all get the same tokens.
 */
export const REFRESH_GRACE_MS = 10_000;
/** The maximum age of a session since the password was given, however often it is refreshed. */
export const MAX_SESSION_AGE_MS = 90 * 24 * 60 * 60_000;

/** Lifetimes in milliseconds. */
export interface SessionLifetimes {
  readonly accessMs: number;
  readonly refreshMs: number;
}

/** The origin of a request. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
  /** The token of the cookie that marks a known browser, or null. */
  readonly deviceToken: string | null;
}

export interface SignedIn {
  readonly user: UserRow;
  readonly tokens: TokenPair;
  /** The server's clock in epoch milliseconds. */
  readonly now: number;
}

/** A begun session. The browser keeps `deviceToken` beyond it. */
export interface BegunSession extends SignedIn {
  readonly deviceToken: string;
}

/** The password was correct, and a second step must follow. */
export interface PasswordProven {
  readonly user: UserRow;
  readonly secondStep: SecondStep;
}

export interface SessionServiceOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly guard: SignInGuard;
  readonly lifetimes: SessionLifetimes;
  /** The second step of an account; null if the password suffices. */
  readonly second: (user: UserRow) => Promise<SecondStep | null>;
  readonly audit: AuditTrail;
  readonly logger: FastifyBaseLogger;
}

type RefreshOutcome =
  | { readonly kind: 'signedIn'; readonly signedIn: SignedIn }
  | { readonly kind: 'refused' }
  | { readonly kind: 'stolen'; readonly ended: readonly EndedSession[] };

export type SessionService = ReturnType<typeof createSessionService>;

/** Begins, refreshes and ends sessions. */
export const createSessionService = (options: SessionServiceOptions) => {
  const { database, bus, clock, hasher, guard, lifetimes, second, audit, logger } = options;

  const makeTokens = (now: number, sessionBegan: number): TokenPair => {
    const end = sessionBegan + MAX_SESSION_AGE_MS;
    return createTokenPair(
      Math.min(now + lifetimes.accessMs, end),
      Math.min(now + lifetimes.refreshMs, end),
    );
  };

  /** Null if the password was changed or the account deleted during verification. */
  const begin = async (proven: UserRow, origin: Origin): Promise<BegunSession | null> => {
    const now = clock.now();
    const at = new Date(now);
    const tokens = makeTokens(now, now);
    const session = {
      id: createUuidV7(now),
      user_id: proven.id,
      user_agent: origin.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
      address: origin.address,
      created_at: at,
      last_used_at: at,
      expires_at: new Date(tokens.refreshExpiresAt),
    };
    return database.transaction().execute(async (transaction) => {
      const user = await lockUser(transaction, proven);
      if (user === null) return null;
      await insertSession(transaction, session, tokens);
      const deviceToken = await rememberDevice(transaction, origin.deviceToken, user.id, now);
      return { user, tokens, now, deviceToken };
    });
  };

  /**
   * Like `begin`, for the user whom the password verifies; returns the second step if there is one.
   */
  const tryPassword = async (
    email: string,
    password: string,
    origin: Origin,
    turn: Priority,
  ): Promise<BegunSession | PasswordProven | null> => {
    const user = await findUserByEmail(database, email);
    const isProven = await hasher.verify(password, user?.password_hash ?? null, turn);
    if (user !== null && isProven) {
      const secondStep = await second(user);
      return secondStep === null ? begin(user, origin) : { user, secondStep };
    }
    logger.info({ event: 'login_failed', address: origin.address }, 'sign-in refused');
    throw new CallError('login_failed');
  };

  /** Rehashes a password hashed with outdated parameters. Sign-in succeeds even if this fails. */
  const renewHash = async (user: UserRow, password: string): Promise<void> => {
    if (!hasher.isOutdated(user.password_hash)) return;
    try {
      await database
        .updateTable('users')
        .set({ password_hash: await hasher.hash(password) })
        .where('id', '=', user.id)
        .where('password_hash', '=', user.password_hash)
        .execute();
    } catch (error) {
      logger.warn({ err: error, userId: user.id }, 'rehashing a password failed');
    }
  };

  const exchange = (refreshToken: string, address: string): Promise<RefreshOutcome> =>
    database.transaction().execute(async (transaction): Promise<RefreshOutcome> => {
      const known = await findToken(transaction, refreshToken, 'refresh');
      const session = known && (await lockSession(transaction, known.sessionId));
      // Read again, because another request may have replaced the token while it held the lock.
      const token = session && (await findToken(transaction, refreshToken, 'refresh'));
      const user = session && (await findUser(transaction, session.user_id));
      const now = clock.now();
      if (!token || !session || !user || token.expiresAt.getTime() <= now)
        return { kind: 'refused' };

      if (token.replacedAt !== null && token.successor !== null) {
        if (now - token.replacedAt.getTime() > REFRESH_GRACE_MS)
          return { kind: 'stolen', ended: await deleteSession(transaction, session.id) };
        const tokens = openSuccessor(refreshToken, token.successor);
        return { kind: 'signedIn', signedIn: { user, tokens, now } };
      }

      const tokens = makeTokens(now, session.created_at.getTime());
      await replaceToken(transaction, {
        sessionId: session.id,
        refreshToken,
        tokens,
        sealed: sealSuccessor(refreshToken, tokens),
        address,
        at: new Date(now),
      });
      return { kind: 'signedIn', signedIn: { user, tokens, now } };
    });

  return {
    /** Throws `login_failed`, alike and after equal work for a wrong email address or password. */
    async login(
      email: string,
      password: string,
      origin: Origin,
    ): Promise<BegunSession | PasswordProven> {
      const { address, deviceToken } = origin;
      const { turn, succeeded } = await guard.admit({ email, address, deviceToken });
      const signedIn =
        (await tryPassword(email, password, origin, turn)) ??
        // Retried once, because another sign-in may have rehashed the same password meanwhile.
        (await tryPassword(email, password, origin, turn));
      if (signedIn === null) throw new CallError('login_failed');
      const { user } = signedIn;
      await succeeded();
      const event = 'secondStep' in signedIn ? 'password_proven' : 'login';
      logger.info({ event, userId: user.id, address }, 'signed in');
      await renewHash(user, password);
      return signedIn;
    },

    begin,

    /**
     * Exchanges a refresh token. One exchanged before, outside the grace, was stolen from its owner
     * or is used by its thief; the session ends for both. Throws `refresh_failed`.
     */
    async refresh(refreshToken: string, address: string): Promise<SignedIn> {
      const outcome = await exchange(refreshToken, address);
      if (outcome.kind === 'signedIn') return outcome.signedIn;
      if (outcome.kind === 'stolen') {
        announceEnded(bus, outcome.ended);
        logger.warn(
          { event: 'refresh_token_reused', sessions: outcome.ended, address },
          'a refresh token was used twice: session revoked',
        );
      }
      throw new CallError('refresh_failed');
    },

    /** Ends the sessions of these tokens; unknown tokens belong to sessions that have ended. */
    async logout(accessToken: string | null, refreshToken: string | null): Promise<void> {
      const found = [
        accessToken === null ? null : await findToken(database, accessToken, 'access'),
        refreshToken === null ? null : await findToken(database, refreshToken, 'refresh'),
      ];
      for (const token of found) {
        if (token !== null) announceEnded(bus, await deleteSession(database, token.sessionId));
      }
    },

    list: (who: Principal): Promise<SessionRow[]> =>
      listSessions(database, who.id, new Date(clock.now())),

    /** Throws `not_found`, also for a session that the caller may not know of. */
    async revoke(who: Principal, sessionId: string): Promise<void> {
      const session = await findSession(database, sessionId);
      if (session === null) throw new CallError('not_found');
      if (!mayRevokeSession(who, { ownerId: session.user_id })) {
        logger.warn({ event: 'revocation_refused', userId: who.id, sessionId }, 'not the owner');
        throw new CallError('not_found');
      }
      const ended = await database.transaction().execute(async (transaction) => {
        if (session.user_id !== who.id) {
          const subject = { kind: 'user', id: session.user_id } as const;
          await audit.record(
            { actorId: who.id, action: 'user.end_session', subject, reason: '' },
            transaction,
          );
        }
        return deleteSession(transaction, sessionId);
      });
      announceEnded(bus, ended);
      logger.info({ event: 'session_revoked', userId: who.id, sessionId }, 'session revoked');
    },

    /** Ends every session of a user and returns their number. */
    async revokeAll(who: Principal): Promise<number> {
      const ended = await deleteSessionsOf(database, who.id, null);
      announceEnded(bus, ended);
      logger.info({ event: 'logout_everywhere', userId: who.id }, 'signed out everywhere');
      return ended.length;
    },

    /**
     * Ends every session of a user, by an administrator, and returns their number. Throws
     * `forbidden`, `not_found`.
     */
    async signPersonOut(who: Principal, userId: string, reason: string): Promise<number> {
      if (!maySignUserOut(who)) {
        logger.warn({ event: 'sign_out_refused', userId, by: who.id }, 'not an administrator');
        throw new CallError('forbidden');
      }
      const ended = await database.transaction().execute(async (transaction) => {
        if ((await findUser(transaction, userId)) === null) throw new CallError('not_found');
        const ended = await deleteSessionsOf(transaction, userId, null);
        await audit.record(
          {
            actorId: who.id,
            action: 'user.sign_out',
            subject: { kind: 'user', id: userId },
            reason,
            details: { sessions: String(ended.length) },
          },
          transaction,
        );
        return ended;
      });
      announceEnded(bus, ended);
      logger.info({ event: 'person_signed_out', userId, by: who.id }, 'signed out everywhere');
      return ended.length;
    },

    sweep: (): Promise<void> => deleteExpiredSessions(database, new Date(clock.now())),
  };
};
