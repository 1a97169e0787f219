import { EXPIRED_REDIRECT_MS } from '../limits.ts';
import type { EndReason, Session, SessionState } from '../state.ts';
import { enter, withoutRefreshingMessage, type Step } from './step.ts';

/**
 * Ends the session without the user's request. Revokes the given session on the server; null if
 * another tab has already done so.
 */
export const end = (state: SessionState, reason: EndReason, revoke: Session | null): Step => {
  const { phase } = state;
  return enter(
    withoutRefreshingMessage(state),
    { kind: 'ended', reason, user: 'session' in phase ? phase.session.user : null },
    ...(revoke === null ? [] : [{ kind: 'revoke', session: revoke, asked: false } as const]),
    { kind: 'clear', endedBy: reason },
    { kind: 'schedule', timer: 'redirect', afterMs: EXPIRED_REDIRECT_MS },
  );
};

/** Ends the session because the user signed out, in this tab or another. */
export const logOut = (state: SessionState, session: Session): Step =>
  enter(
    { ...state, message: null },
    { kind: 'leaving', notice: null },
    { kind: 'revoke', session, asked: true },
    { kind: 'clear', endedBy: null },
    { kind: 'go', to: 'home' },
  );

/**
 * Ends a session that failed validation at start-up; a protected page then redirects to sign-in.
 */
export const dropRestored = (
  state: SessionState,
  session: Session,
  notice: EndReason | null,
): Step =>
  enter(
    state,
    { kind: 'signed-out', notice },
    { kind: 'revoke', session, asked: false },
    { kind: 'clear', endedBy: notice },
  );
