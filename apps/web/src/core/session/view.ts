import type { SessionPolicy } from './policy.ts';
import type { SessionState } from './state.ts';
import { timeStatus, type SessionStatus } from './status.ts';

export type SessionDialog = 'warning' | 'expired' | 'refreshing';

/** The status that the session panel shows (specification, section 4). */
export const sessionStatus = (
  { phase }: SessionState,
  now: number,
  policy: SessionPolicy,
): SessionStatus => {
  switch (phase.kind) {
    case 'signed-in':
      if (phase.refresh.kind === 'running' && now < phase.session.expiresAt) return 'refreshing';
      return timeStatus(now, phase.session.expiresAt, phase.session.lifetimeMs, policy);
    case 'ended':
      return 'expired';
    case 'restoring':
    case 'leaving':
    case 'signed-out':
      return 'inactive';
  }
};

/**
 * Returns the dialog to show. The warning appears in the critical time after a silent refresh has
 * failed, and stays while the refresh is repeated.
 */
export const sessionDialog = (
  { phase }: SessionState,
  now: number,
  policy: SessionPolicy,
): SessionDialog | null => {
  if (phase.kind === 'ended') return 'expired';
  if (phase.kind !== 'signed-in') return null;
  const { refresh, session } = phase;
  if (refresh.kind === 'running' && refresh.asked) return 'refreshing';
  const failed = refresh.kind === 'failed' || (refresh.kind === 'running' && refresh.afterFailure);
  const time = timeStatus(now, session.expiresAt, session.lifetimeMs, policy);
  return failed && time === 'critical' ? 'warning' : null;
};
