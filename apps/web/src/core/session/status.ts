import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { PROGRESS_FULL_MS } from './limits.ts';
import type { SessionPolicy } from './policy.ts';
import type { Session, SessionState } from './state.ts';

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

export type SessionStatus =
  | 'inactive'
  | 'active'
  | 'warning'
  | 'critical'
  | 'refreshing'
  | 'expired';

/**
 * Returns the status by the remaining time, regardless of refreshes. Times in epoch milliseconds.
 */
export const timeStatus = (
  now: number,
  expiresAt: number,
  lifetimeMs: number,
  policy: SessionPolicy,
): 'active' | 'warning' | 'critical' | 'expired' => {
  const remaining = expiresAt - now;
  if (remaining <= 0) return 'expired';
  if (remaining <= policy.critical(lifetimeMs)) return 'critical';
  if (remaining <= policy.warning(lifetimeMs)) return 'warning';
  return 'active';
};

/** `now` in epoch milliseconds. */
export const isOver = ({ expiresAt }: Session, now: number): boolean => now >= expiresAt;

/** Seconds left for a countdown: 0 only after the expiry. */
export const remainingSeconds = (now: number, expiresAt: number): number =>
  Math.max(0, Math.ceil((expiresAt - now) / 1_000));

/** Minutes left for a message: never 0 before the expiry. */
export const remainingMinutes = (now: number, expiresAt: number): number =>
  Math.max(0, Math.ceil((expiresAt - now) / MINUTE_MS));

/** Remaining time as a percentage of 15 minutes, from 0 to 100 (specification, section 4). */
export const remainingPercent = (now: number, expiresAt: number): number =>
  Math.min(100, Math.max(0, ((expiresAt - now) / PROGRESS_FULL_MS) * 100));
