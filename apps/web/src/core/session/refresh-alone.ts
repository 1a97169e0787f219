import { REFRESH_COOLDOWN_MS } from '@izgodno/contract/accounts/limits';
import type { SessionPolicy } from './policy.ts';
import type { SessionPorts } from './ports.ts';
import type { RefreshOutcome, Session, SessionEvent } from './state.ts';
import {
  readAttempt,
  readRefreshed,
  readStored,
  requireRefreshId,
  writeAttempt,
  writeRefreshed,
} from './stored-session.ts';

/**
 * Refreshes the session, unless another tab has refreshed, failed to refresh, signed out or signed
 * in. Returns the event for the machine. Runs in one tab at a time.
 */
export const refreshAlone = async (
  { clock, storage, server }: Pick<SessionPorts, 'clock' | 'storage' | 'server'>,
  policy: SessionPolicy,
  session: Session,
  asked: boolean,
): Promise<SessionEvent> => {
  const of = session.accessToken;
  const settled = (outcome: RefreshOutcome): SessionEvent => ({
    kind: 'refresh-settled',
    of,
    outcome,
  });
  // A time in the future was written before the clock was set back, so it does not count.
  const isRecent = (at: number): boolean => {
    const elapsed = clock.now() - at;
    return elapsed >= 0 && elapsed < REFRESH_COOLDOWN_MS;
  };

  const stored = readStored(storage);
  if (stored.kind === 'none' || stored.session.accessToken !== of) {
    return { kind: 'followed', stored };
  }
  const refreshedAt = readRefreshed(storage);
  if (refreshedAt !== null && isRecent(refreshedAt)) {
    return settled({ kind: 'fresh', at: refreshedAt });
  }
  const attemptedAt = readAttempt(storage);
  if (!asked && attemptedAt !== null && isRecent(attemptedAt)) return settled({ kind: 'cooling' });
  const { refreshToken } = stored.session;
  if (refreshToken === null && policy.refreshBy === 'body') {
    return settled({ kind: 'no-refresh-token' });
  }

  writeAttempt(storage, clock.now());
  const outcome = await server.refresh(refreshToken, requireRefreshId(storage));
  const storedNow = readStored(storage);
  if (storedNow.kind === 'none' || storedNow.session.accessToken !== of) {
    // Another tab signed out or in during the refresh, so its state wins and the response is
    // dropped.
    return { kind: 'followed', stored: storedNow };
  }
  if (outcome.kind === 'refreshed') writeRefreshed(storage, clock.now());
  return settled(outcome);
};
