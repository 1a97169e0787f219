import type { Clock } from '#platform/clock.ts';
import type { Authenticator } from '#platform/http/authentication.ts';
import type { Connection } from './connection.ts';

/** After this time a connection's token and channels are read again, lest the bus lost the word that they changed. */
export const RECHECK_MS = 120_000;

/** Makes the connection its owner's; false where the token is nobody's, or somebody else's than before. */
export type TakeToken = (connection: Connection, token: string) => Promise<boolean>;

export const createTakeToken =
  (authenticator: Authenticator, clock: Clock): TakeToken =>
  async (connection, token) => {
    const principal = await authenticator.authenticate(token);
    if (principal === null) return false;
    if (connection.owner !== null && connection.owner.userId !== principal.id) return false;
    const { id: userId, sessionId, expiresAt } = principal;
    connection.owner = { userId, sessionId, token, expiresAt };
    // Those who came at once are not to be checked again at once.
    connection.recheckAt = clock.now() + RECHECK_MS * (0.5 + Math.random() / 2);
    return true;
  };
