import type { Clock } from '#platform/clock.ts';
import type { Authenticator } from '#platform/http/authentication.ts';
import type { Connection } from './connection.ts';

/**
 * The interval at which a connection's token and channels are read again, because the bus may lose
 * a change.
 */
export const RECHECK_MS = 120_000;

/**
 * Assigns the connection to its token's user; false if the token is invalid or another user's than
 * before.
 */
export type TakeToken = (connection: Connection, token: string) => Promise<boolean>;

export const createTakeToken =
  (authenticator: Authenticator, clock: Clock): TakeToken =>
  async (connection, token) => {
    const principal = await authenticator.authenticate(token);
    if (principal === null) return false;
    if (connection.owner !== null && connection.owner.userId !== principal.id) return false;
    const { id: userId, sessionId, expiresAt } = principal;
    connection.owner = { userId, sessionId, token, expiresAt };
    // Random, so that connections opened together are not checked together.
    connection.recheckAt = clock.now() + RECHECK_MS * (0.5 + Math.random() / 2);
    return true;
  };
