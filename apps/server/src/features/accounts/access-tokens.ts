import { API_KEY_PREFIX } from '@izgodno/contract/accounts/key-calls';
import { isKeyScope } from '@izgodno/contract/common/key-scopes';
import type { Role } from '@izgodno/contract/accounts/session';
import { compiled } from '#platform/database/compiled.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { Authenticator, Principal } from '#platform/http/authentication.ts';
import { hashToken } from '#platform/tokens.ts';
import type { Database } from '#schema/schema.ts';
import { isNotSuspended } from './administration/suspensions.ts';
import { sessionRevoked, type AccountsContext } from './accounts-context.ts';
import { hasSecondFactor } from './second-factor/factor-repository.ts';

/**
 * How long a node caches what it read of a token: the longest that a lost revocation stays
 * unnoticed.
 */
const ACCESS_CACHE_MS = 1_000;
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
  /** The token's caller, once read: a guess for concurrent requests. */
  caller: Principal | null;
}

type TokensContext = Pick<AccountsContext, 'database' | 'bus' | 'clock' | 'settings'>;

type TokenHash = Readonly<Record<'tokenHash', Buffer>>;

const readAccess = compiled((connection: Database, { tokenHash }: TokenHash) =>
  connection
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
    .where('session_tokens.token_hash', '=', tokenHash)
    .where('session_tokens.kind', '=', 'access'),
);

/**
 * Looks access tokens up in the database. Results are cached for a second, or until the session is
 * revoked; while the bus is unavailable, not at all.
 */
export class AccessTokens implements Authenticator {
  readonly #accounts: TokensContext;
  readonly #cache = new Map<string, Cached>();
  readonly #unsubscribe: () => void;

  constructor(accounts: TokensContext) {
    this.#accounts = accounts;
    // A read in progress may have begun before the revocation, so it is not cached either.
    this.#unsubscribe = accounts.bus.subscribe(sessionRevoked, ({ sessionId }) => {
      for (const [token, entry] of this.#cache) {
        const evict = (): void => this.#evict(token, entry);
        entry.known.then((known) => known?.principal.sessionId === sessionId && evict(), evict);
      }
    });
  }

  async authenticate(token: string): ReturnType<Authenticator['authenticate']> {
    const known = await this.#lookUp(token);
    if (known === null || known.expiresAt <= this.#accounts.clock.now()) return null;
    return { ...known.principal, expiresAt: known.expiresAt };
  }

  recall(token: string): Principal | null {
    return this.#cache.get(token)?.caller ?? null;
  }

  async endedAmong(sessionIds: readonly string[]): Promise<readonly string[]> {
    if (sessionIds.length === 0) return [];
    const { database } = this.#accounts;
    const named = isOneOf('id', sessionIds);
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
  }

  close(): void {
    this.#unsubscribe();
  }

  #evict(token: string, entry: Cached): void {
    if (this.#cache.get(token) === entry) this.#cache.delete(token);
  }

  #lookUp(token: string): Promise<Known | null> {
    const cache = this.#cache;
    const { bus, clock } = this.#accounts;
    const now = clock.now();
    const cached = cache.get(token);
    // Without the bus this node does not learn of revocations, so every token is read.
    const isCacheValid = bus.health().status === 'healthy';
    if (isCacheValid && cached !== undefined && Math.abs(now - cached.readAt) < ACCESS_CACHE_MS)
      return cached.known;
    const fresh: Cached = { known: this.#read(token), readAt: now, caller: cached?.caller ?? null };
    const evict = (): void => this.#evict(token, fresh);
    const remember = ({ principal }: Known): void => {
      fresh.caller = principal;
    };
    cache.delete(token);
    cache.set(token, fresh);
    // Unknown tokens are not cached, so that guesses cannot fill the memory.
    fresh.known.then((known) => (known === null ? evict() : remember(known)), evict);
    const oldest = cache.keys().next();
    if (cache.size > MAX_CACHED_TOKENS && oldest.done !== true) cache.delete(oldest.value);
    return fresh.known;
  }

  #read(token: string): Promise<Known | null> {
    return token.startsWith(API_KEY_PREFIX) ? this.#readKey(token) : this.#readSession(token);
  }

  async #readKey(token: string): Promise<Known | null> {
    const { database, clock } = this.#accounts;
    const now = clock.now();
    const row = await database
      .selectFrom('api_keys')
      .innerJoin('users', 'users.id', 'api_keys.user_id')
      .select([
        'api_keys.id',
        'users.id as userId',
        'users.role',
        'api_keys.scopes',
        'api_keys.expires_at as expiresAt',
        'api_keys.last_used_at as lastUsedAt',
      ])
      .where('api_keys.token_hash', '=', hashToken(token))
      // A call in progress may have made the key during the suspension.
      .where(isNotSuspended(new Date(now)))
      .executeTakeFirst();
    if (row === undefined) return null;
    if (now - (row.lastUsedAt?.getTime() ?? 0) > LAST_USED_ACCURACY_MS) {
      await database
        .updateTable('api_keys')
        .set({ last_used_at: new Date(now) })
        .where('id', '=', row.id)
        .execute();
    }
    const { id: sessionId, userId: id, role, expiresAt } = row;
    const scopes = row.scopes.filter(isKeyScope);
    return {
      principal: { id, sessionId, scopes, ...(await this.#effectiveRole(id, role)) },
      expiresAt: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    };
  }

  async #readSession(token: string): Promise<Known | null> {
    const { database, clock } = this.#accounts;
    const [row] = await readAccess(database, { tokenHash: hashToken(token) });
    if (row === undefined) return null;
    const now = clock.now();
    if (now - row.lastUsedAt.getTime() > LAST_USED_ACCURACY_MS) {
      await database
        .updateTable('sessions')
        .set({ last_used_at: new Date(now) })
        .where('id', '=', row.sessionId)
        .execute();
    }
    const { userId: id, sessionId, role } = row;
    return {
      principal: { id, sessionId, ...(await this.#effectiveRole(id, role)) },
      expiresAt: row.expiresAt.getTime(),
    };
  }

  /** The user's role, or `member` if their role demands a second factor they lack. */
  async #effectiveRole(
    userId: string,
    role: Role,
  ): Promise<Pick<Principal, 'role' | 'lacksSecondFactor'>> {
    const { database, settings } = this.#accounts;
    const requiredOf: readonly Role[] = settings.REQUIRE_SECOND_FACTOR;
    return requiredOf.includes(role) && !(await hasSecondFactor(database, userId))
      ? { role: 'member', lacksSecondFactor: true }
      : { role };
  }
}
