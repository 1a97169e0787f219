import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accesses, type Access } from '@izgodno/contract/common/call';
import { API_KEY_PREFIX } from '@izgodno/contract/accounts/key-calls';
import type { KeyScope } from '@izgodno/contract/common/key-scopes';
import type { Role } from '@izgodno/contract/accounts/session';
import { CallError } from './errors.ts';

/** The authenticated caller. */
export interface Principal {
  readonly id: string;
  readonly role: Role;
  readonly sessionId: string;
  /** Their role is higher than `role`, and takes effect once they set up a second factor. */
  readonly lacksSecondFactor?: true;
  /** The scopes of an API key, whose id is `sessionId`; absent for a session. */
  readonly scopes?: readonly KeyScope[];
}

/** A principal with the lifetime of the token. */
export interface TokenBearer extends Principal {
  /** When the token expires, in epoch milliseconds. */
  readonly expiresAt: number;
}

/** Returns the user of an access token; null for one that is unknown, expired or revoked. */
export interface Authenticator {
  authenticate(accessToken: string): Promise<TokenBearer | null>;
  /** The cached caller of a token, or null. A guess that must not decide anything. */
  recall(accessToken: string): Principal | null;
  /** The ended ones among these sessions. Ids must be distinct. */
  endedAmong(sessionIds: readonly string[]): Promise<readonly string[]>;
}

declare module 'fastify' {
  interface FastifyInstance {
    authenticator: Authenticator;
  }
  interface FastifyContextConfig {
    /** The scope that an API key needs for the route; without it, no key is accepted. */
    scope?: KeyScope | undefined;
  }
}

/** Registers the authenticator that `readUser` and `requireUser` of every call use. */
export const registerAuthenticator = (app: FastifyInstance, authenticator: Authenticator): void => {
  app.decorate('authenticator', authenticator);
};

/** The token of an `Authorization: Bearer` header (RFC 6750), or null. */
export const readBearerToken = (request: FastifyRequest): string | null =>
  /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

/** Requests of users whose role needs a second factor. */
const withheld = new WeakSet<FastifyRequest>();

/** Whether a forbidden call may become allowed once the caller has a second factor. */
export const isRoleWithheld = (request: FastifyRequest): boolean => withheld.has(request);

/** Looked up once per request, for the budget, the call itself, or both. */
const known = new WeakMap<FastifyRequest, Promise<TokenBearer | null>>();

const lookUp = async (request: FastifyRequest): Promise<Principal | null> => {
  const looked = known.get(request);
  if (looked !== undefined) return looked;
  const token = readBearerToken(request);
  if (token === null) return null;
  const { authenticator, outages } = request.server;
  const authenticate = () => authenticator.authenticate(token);
  // Also for calls that write: who calls is only read.
  const looking = outages.outlast(authenticate(), authenticate);
  known.set(request, looking);
  const bearer = await looking;
  if (bearer?.lacksSecondFactor === true) withheld.add(request);
  return bearer;
};

/** Whether the route is within the scopes of the caller's key; a session has no scopes. */
const isInScope = (request: FastifyRequest, { scopes }: Principal): boolean => {
  const { scope } = request.routeOptions.config;
  return scopes === undefined || (scope !== undefined && scopes.includes(scope));
};

/**
 * The caller or null, for calls that anyone may make but that return more to a user. A key outside
 * its scopes is a stranger's.
 */
export const readUser = async (request: FastifyRequest): Promise<Principal | null> => {
  const principal = await lookUp(request);
  return principal !== null && isInScope(request, principal) ? principal : null;
};

/**
 * The caller. Throws 401: `unauthenticated` without a token, `session_expired` or `key_invalid` with
 * an invalid one; and `key_scope_missing`.
 */
export const requireUser = async (request: FastifyRequest): Promise<Principal> => {
  if (request.headers.authorization === undefined) throw new CallError('unauthenticated');
  const principal = await lookUp(request);
  if (principal === null) {
    const isKey = readBearerToken(request)?.startsWith(API_KEY_PREFIX) === true;
    throw new CallError(isKey ? 'key_invalid' : 'session_expired');
  }
  if (!isInScope(request, principal)) throw new CallError('key_scope_missing');
  return principal;
};

/**
 * Like `requireUser`, but looks the token up again, because the session may have ended while the
 * body of the request arrived.
 */
export const confirmUser = (request: FastifyRequest): Promise<Principal> => {
  known.delete(request);
  return requireUser(request);
};

/** Whether a role may make calls of this access. */
export const mayCall = (role: Role, access: Access): boolean =>
  accesses.indexOf(role) >= accesses.indexOf(access);

/** The caller of a call that is not for anyone. Throws like `requireUser`, and `forbidden`. */
export const requireAccess = async (
  request: FastifyRequest,
  access: Access,
): Promise<Principal> => {
  const who = await requireUser(request);
  if (mayCall(who.role, access)) return who;
  throw new CallError('forbidden');
};

/**
 * Like `requireAccess`, together with the result of `read` for that user. If the node has cached
 * the token's user, both run in parallel, which saves a round trip to the database; nothing is
 * returned before authentication.
 */
export const requireAccessMeanwhile = async <Read>(
  request: FastifyRequest,
  access: Access,
  read: (userId: string) => Promise<Read>,
): Promise<readonly [Principal, Read]> => {
  const token = readBearerToken(request);
  const likely = token === null ? null : (request.server.authenticator.recall(token)?.id ?? null);
  const early = likely === null ? null : read(likely);
  // An authentication error takes precedence over an error of `read`.
  early?.catch(() => {});
  const who = await requireAccess(request, access);
  return [who, await (early !== null && likely === who.id ? early : read(who.id))];
};
