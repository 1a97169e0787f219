import { sql } from 'kysely';
import type { Role } from '@izgodno/contract/accounts/session';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Authenticator, Principal } from '#platform/http/authentication.ts';
import { hashToken } from '#platform/tokens.ts';
import { hasSecondFactor } from './second-factor/factor-repository.ts';
import { sessionRevoked } from './session-revoked.ts';

/**
 * How long a node caches what it read of a token: the longest that a lost revocation stays
 * unnoticed.
 */
export const ACCESS_CACHE_MS = 1_000;
const MAX_CACHED_TOKENS = 10_000;
/** The accuracy of "last used". */
const LAST_USED_ACCURACY_MS = 60_000;

interface Known {
  readonly principal: Principal;
  readonly expiresAt: number;
}

interface Cached {
  readonly known: Promise<Known | null>;
  readonly readAt: number;
  /** The token's user, once read: a guess for concurrent requests. */
  userId: string | null;
}

export interface AccessTokens extends Authenticator {
  close(): void;
}

/**
 * Looks access tokens up in the database. Results are cached for a second, or until the session is
 * revoked.
 */
export const createAccessTokens = (
  database: Database,
  bus: Bus,
  clock: Clock,
  /** Roles that work only with a second factor. */
  requiredOf: readonly Role[],
): AccessTokens => {
  const cache = new Map<string, Cached>();

  /** The user's role, or `member` if their role demands a second factor they lack. */
  const effectiveRole = async (
    userId: string,
    role: Role,
  ): Promise<Pick<Principal, 'role' | 'lacksSecondFactor'>> =>
    requiredOf.includes(role) && !(await hasSecondFactor(database, userId))
      ? { role: 'member', lacksSecondFactor: true }
      : { role };

  const read = async (token: string): Promise<Known | null> => {
    const row = await database
      .selectFrom('session_tokens')
      .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'users.id as userId',
        'users.role',
        'sessions.id as sessionId',
        'sessions.last_used_at as lastUsedAt',
        'session_tokens.expires_at as expiresAt',
      ])
      .where('session_tokens.token_hash', '=', hashToken(token))
      .where('session_tokens.kind', '=', 'access')
      .executeTakeFirst();
    if (row === undefined) return null;
    const now = clock.now();
    if (now - row.lastUsedAt.getTime() > LAST_USED_ACCURACY_MS) {
      await database
        .updateTable('sessions')
        .set({ last_used_at: new Date(now) })
        .where('id', '=', row.sessionId)
        .execute();
    }
    return {
      principal: {
        id: row.userId,
        sessionId: row.sessionId,
        ...(await effectiveRole(row.userId, row.role)),
      },
      expiresAt: row.expiresAt.getTime(),
    };
  };

  const lookUp = (token: string): Promise<Known | null> => {
    const now = clock.now();
    const cached = cache.get(token);
    if (cached !== undefined && Math.abs(now - cached.readAt) < ACCESS_CACHE_MS)
      return cached.known;
    const fresh: Cached = { known: read(token), readAt: now, userId: cached?.userId ?? null };
    const forget = (): void => {
      if (cache.get(token) === fresh) cache.delete(token);
    };
    const remember = ({ principal }: Known): void => {
      fresh.userId = principal.id;
    };
    cache.delete(token);
    cache.set(token, fresh);
    // Unknown tokens are not cached, so that guesses cannot fill the memory.
    fresh.known.then((known) => (known === null ? forget() : remember(known)), forget);
    const oldest = cache.keys().next();
    if (cache.size > MAX_CACHED_TOKENS && oldest.done !== true) cache.delete(oldest.value);
    return fresh.known;
  };

  // A read in progress may have begun before the revocation, so it is not cached either.
  const unsubscribe = bus.subscribe(sessionRevoked, ({ sessionId }) => {
    for (const [token, entry] of cache) {
      const forget = (): void => {
        if (cache.get(token) === entry) cache.delete(token);
      };
      entry.known.then((known) => known?.principal.sessionId === sessionId && forget(), forget);
    }
  });

  return {
    async authenticate(token) {
      const known = await lookUp(token);
      if (known === null || known.expiresAt <= clock.now()) return null;
      return { ...known.principal, expiresAt: known.expiresAt };
    },
    recall: (token) => cache.get(token)?.userId ?? null,
    async endedAmong(sessionIds) {
      if (sessionIds.length === 0) return [];
      // One array parameter, because thousands of parameters would block other users of this
      // connection.
      const named = sql<boolean>`id = ANY(${`{${sessionIds.join(',')}}`}::uuid[])`;
      const { held } = await database
        .selectFrom('sessions')
        .select(({ fn }) => fn.countAll<number>().as('held'))
        .where(named)
        .executeTakeFirstOrThrow();
      // The usual case, because a count is cheaper to read than thousands of ids.
      if (held === sessionIds.length) return [];
      const rows = await database.selectFrom('sessions').select('id').where(named).execute();
      const there = new Set(rows.map(({ id }) => id));
      return sessionIds.filter((id) => !there.has(id));
    },
    close: unsubscribe,
  };
};
