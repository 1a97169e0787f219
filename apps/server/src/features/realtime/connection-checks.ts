import { realtimeLimits, type CloseReason } from '@izgodno/contract/realtime/frames';
import type { Clock } from '#platform/clock.ts';
import type { Authenticator } from '#platform/http/authentication.ts';
import { guarded } from '#platform/guarded.ts';
import type { Connection } from './connection.ts';
import type { LocalConnections } from './local-connections.ts';
import type { Subscriptions } from './subscriptions.ts';
import { RECHECK_MS, type TakeToken } from './take-token.ts';

/** The interval of checks for silent connections and expired tokens. */
const LOOK_MS = 1_000;
/**
 * The interval of comparing channels and sessions with the database, because the bus may lose a
 * message.
 */
const SWEEP_MS = 1_000;

export interface ConnectionChecksOptions {
  readonly clock: Clock;
  readonly authenticator: Authenticator;
  readonly connections: LocalConnections;
  readonly subscriptions: Subscriptions;
  readonly takeToken: TakeToken;
  readonly warnOfDatabase: (error: unknown) => void;
  readonly onError: (error: unknown) => void;
}

/** Why a connection must be closed, by this node's data; null if it may stay. */
const reasonToClose = (
  { owner, openedAt, lastHeard }: Connection,
  now: number,
): CloseReason | null => {
  if (owner !== null && owner.expiresAt <= now) return 'token_expired';
  if (owner === null && now - openedAt > realtimeLimits.helloTimeoutMs) return 'hello_timeout';
  return now - lastHeard > 2 * realtimeLimits.heartbeatMs ? 'silent' : null;
};

/**
 * Periodically checks what is not announced, or what the bus may have lost. Returns a function that
 * stops it.
 */
export const startConnectionChecks = ({
  clock,
  authenticator,
  connections,
  subscriptions,
  takeToken,
  warnOfDatabase,
  onError,
}: ConnectionChecksOptions): (() => void) => {
  const recheck = async (connection: Connection): Promise<void> => {
    if (connection.owner === null) return;
    if (await takeToken(connection, connection.owner.token)) await subscriptions.renew(connection);
    // The session may go on with a newer token, which the client then brings. Ended ones are found below.
    else connection.close('token_expired');
  };

  const look = (): void => {
    const now = clock.now();
    for (const connection of connections.all) {
      const reason = reasonToClose(connection, now);
      if (reason !== null) {
        connection.close(reason);
      } else if (connection.owner !== null && connection.recheckAt <= now) {
        connection.recheckAt = now + RECHECK_MS;
        // In order with newer tokens and changes of membership, because an older result must not
        // come last.
        connection.answer(() => recheck(connection).catch(warnOfDatabase));
      }
    }
  };

  const closeEndedSessions = async (): Promise<void> => {
    const sessions = Map.groupBy(connections.all, ({ owner }) => owner?.sessionId ?? null);
    sessions.delete(null);
    const ids = [...sessions.keys()].filter((id) => id !== null);
    for (const id of await authenticator.endedAmong(ids)) {
      for (const connection of sessions.get(id) ?? []) connection.close('session_revoked');
    }
  };

  const timers = [
    setInterval(guarded(look, onError), LOOK_MS).unref(),
    setInterval(() => {
      subscriptions.sweep().catch(warnOfDatabase);
      closeEndedSessions().catch(warnOfDatabase);
    }, SWEEP_MS).unref(),
  ];
  return () => timers.forEach(clearInterval);
};
