import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accesses, type Access } from '@izgodno/contract/common/call';
import type { Role } from '@izgodno/contract/accounts/session';
import { CallError } from './errors.ts';

/** Whoever makes a call. */
export interface Principal {
  readonly id: string;
  readonly role: Role;
  readonly sessionId: string;
  /** Their role is more than `role`, and works once they have set up a second factor. */
  readonly lacksSecondFactor?: true;
}

/** Whoever a token speaks for, for as long as it does. */
export interface TokenBearer extends Principal {
  /** When the token runs out, in epoch milliseconds. */
  readonly expiresAt: number;
}

/** Tells whose an access token is; null for one that is unknown, expired or revoked. */
export interface Authenticator {
  authenticate(accessToken: string): Promise<TokenBearer | null>;
  /** Whose the token was when it was last looked up; null where that is not remembered. A guess: nothing may be decided by it. */
  recall(accessToken: string): string | null;
  /** Those of these sessions that have ended. No id may be given twice. */
  endedAmong(sessionIds: readonly string[]): Promise<readonly string[]>;
}

declare module 'fastify' {
  interface FastifyInstance {
    authenticator: Authenticator;
  }
}

/** Tells the application whom to ask about tokens: `readUser` and `requireUser` of every call rely on it. */
export const registerAuthenticator = (app: FastifyInstance, authenticator: Authenticator): void => {
  app.decorate('authenticator', authenticator);
};

/** The token of an `Authorization: Bearer` header (RFC 6750), or null. */
export const readBearerToken = (request: FastifyRequest): string | null =>
  /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

/** Requests of people whose role waits for a second factor. */
const withheld = new WeakSet<FastifyRequest>();

/** Whether what a call is forbidden may be allowed to its caller once they have a second factor. */
export const isRoleWithheld = (request: FastifyRequest): boolean => withheld.has(request);

/** Looked up once for each request, whatever asks: the budget, the call itself, or both. */
const known = new WeakMap<FastifyRequest, Promise<TokenBearer | null>>();

/** Who makes the call, or null: for calls that anyone may make, but that say more to members. */
export const readUser = async (request: FastifyRequest): Promise<Principal | null> => {
  const looked = known.get(request);
  if (looked !== undefined) return looked;
  const token = readBearerToken(request);
  if (token === null) return null;
  const looking = request.server.authenticator.authenticate(token);
  known.set(request, looking);
  const bearer = await looking;
  if (bearer?.lacksSecondFactor === true) withheld.add(request);
  return bearer;
};

/** Who makes the call. Throws 401: `unauthenticated` without a token, `session_expired` with one that holds no more. */
export const requireUser = async (request: FastifyRequest): Promise<Principal> => {
  if (request.headers.authorization === undefined) throw new CallError('unauthenticated');
  const principal = await readUser(request);
  if (principal === null) throw new CallError('session_expired');
  return principal;
};

/** Whether a role may make calls of this access. */
export const mayCall = (role: Role, access: Access): boolean =>
  accesses.indexOf(role) >= accesses.indexOf(access);

/** Who makes a call that is not for anyone. Throws as `requireUser`, and `forbidden`. */
export const requireAccess = async (
  request: FastifyRequest,
  access: Access,
): Promise<Principal> => {
  const who = await requireUser(request);
  if (mayCall(who.role, access)) return who;
  throw new CallError('forbidden');
};

/**
 * As `requireAccess`, together with what `read` reads for that person. Where the node remembers whose
 * the token is, both are read at once, which saves a round trip to the database; nothing is returned
 * before the token has proved valid.
 */
export const requireAccessMeanwhile = async <Read>(
  request: FastifyRequest,
  access: Access,
  read: (userId: string) => Promise<Read>,
): Promise<readonly [Principal, Read]> => {
  const token = readBearerToken(request);
  const likely = token === null ? null : request.server.authenticator.recall(token);
  const early = likely === null ? null : read(likely);
  // A refusal of the token is reported before any failure of `read`.
  early?.catch(() => {});
  const who = await requireAccess(request, access);
  return [who, await (early !== null && likely === who.id ? early : read(who.id))];
};
