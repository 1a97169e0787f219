import { realtimeLimits, type CloseReason } from '@izgodno/contract/realtime/frames';
import { guarded } from '#platform/guarded.ts';
import type { Connection } from './connection.ts';
import type { HubContext } from './hub-context.ts';

/**
 * The interval at which a connection's token and channels are read again, because the bus may lose
 * a change.
 */
export const RECHECK_MS = 120_000;
/** The interval of checks for silent connections and expired tokens. */
const LOOK_MS = 1_000;
/**
 * The interval of comparing channels and sessions with the database, because the bus may lose a
 * message.
 */
const SWEEP_MS = 1_000;

/**
 * Assigns the connection to its token's user; false if the token is invalid or another user's than
 * before.
 */
export const takeToken = async (
  { authenticator, clock }: HubContext,
  connection: Connection,
  token: string,
): Promise<boolean> => {
  const principal = await authenticator.authenticate(token);
  // A key has no session that a connection could follow.
  if (principal === null || principal.scopes !== undefined) return false;
  if (connection.owner !== null && connection.owner.userId !== principal.id) return false;
  const { id: userId, sessionId, expiresAt } = principal;
  connection.owner = { userId, sessionId, token, expiresAt };
  // Random, so that connections opened together are not checked together.
  connection.recheckAt = clock.now() + RECHECK_MS * (0.5 + Math.random() / 2);
  return true;
};

/** Why a connection must be closed, by this node's data; null if it may stay. */
const reasonToClose = (
  { owner, openedAt, lastReceivedAt }: Connection,
  now: number,
): CloseReason | null => {
  if (owner !== null && owner.expiresAt <= now) return 'token_expired';
  if (owner === null && now - openedAt > realtimeLimits.helloTimeoutMs) return 'hello_timeout';
  return now - lastReceivedAt > 2 * realtimeLimits.heartbeatMs ? 'silent' : null;
};

const recheck = async (hub: HubContext, connection: Connection): Promise<void> => {
  if (connection.owner === null) return;
  if (await takeToken(hub, connection, connection.owner.token))
    await hub.subscriptions.renew(connection);
  // The session may go on with a newer token, which the client then brings. Ended ones are found
  // by `closeEndedSessions`.
  else connection.close('token_expired');
};

const checkAll = (hub: HubContext): void => {
  const now = hub.clock.now();
  for (const connection of hub.connections.all) {
    // Later than now if the clock was set back; it would be checked no more until then.
    connection.lastReceivedAt = Math.min(connection.lastReceivedAt, now);
    connection.recheckAt = Math.min(connection.recheckAt, now + RECHECK_MS);
    const reason = reasonToClose(connection, now);
    if (reason !== null) {
      connection.close(reason);
    } else if (connection.owner !== null && connection.recheckAt <= now) {
      connection.recheckAt = now + RECHECK_MS;
      // In order with newer tokens and changes of membership, because an older result must not
      // come last.
      connection.handle(() => recheck(hub, connection).catch(hub.warnOfDatabase));
    }
  }
};

const closeEndedSessions = async ({ connections, authenticator }: HubContext): Promise<void> => {
  const sessions = Map.groupBy(connections.all, ({ owner }) => owner?.sessionId ?? null);
  sessions.delete(null);
  const ids = [...sessions.keys()].filter((id) => id !== null);
  for (const id of await authenticator.endedAmong(ids)) {
    for (const connection of sessions.get(id) ?? []) connection.close('session_revoked');
  }
};

/**
 * Periodically checks what is not announced, or what the bus may have lost. Returns a function that
 * stops it.
 */
export const startConnectionChecks = (hub: HubContext): (() => void) => {
  const check = guarded(
    () => checkAll(hub),
    (error) => hub.logger.error({ err: error }, 'realtime: connections could not be checked'),
  );
  const timers = [
    setInterval(check, LOOK_MS).unref(),
    setInterval(() => {
      hub.subscriptions.sweep().catch(hub.warnOfDatabase);
      closeEndedSessions(hub).catch(hub.warnOfDatabase);
    }, SWEEP_MS).unref(),
  ];
  return () => timers.forEach(clearInterval);
};
