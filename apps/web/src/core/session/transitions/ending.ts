import { EXPIRED_REDIRECT_MS } from '../limits.ts';
import type { EndReason, Session, SessionState } from '../state.ts';
import { enter, withoutRefreshingMessage, type Step } from './step.ts';

/**
 * Ends the session without anybody asking for it. Of the session to revoke the server is told; null
 * where another tab has told it already.
 */
export const end = (state: SessionState, reason: EndReason, revoke: Session | null): Step =>
  enter(
    withoutRefreshingMessage(state),
    { kind: 'ended', reason },
    ...(revoke === null ? [] : [{ kind: 'revoke', session: revoke } as const]),
    { kind: 'clear', endedBy: reason },
    { kind: 'schedule', timer: 'redirect', afterMs: EXPIRED_REDIRECT_MS },
  );

/** A person leaves, in this tab or in another. */
export const logOut = (state: SessionState, session: Session): Step =>
  enter(
    { ...state, message: null },
    { kind: 'leaving', notice: null },
    { kind: 'revoke', session },
    { kind: 'clear', endedBy: null },
    { kind: 'go', to: 'home' },
  );

/** The start-up check failed: a protected page then sends to sign-in by itself. */
export const dropRestored = (
  state: SessionState,
  session: Session,
  notice: EndReason | null,
): Step =>
  enter(
    state,
    { kind: 'signed-out', notice },
    { kind: 'revoke', session },
    { kind: 'clear', endedBy: notice },
  );
