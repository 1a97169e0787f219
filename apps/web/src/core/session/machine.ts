import type {
  EndReason,
  Phase,
  Restoring,
  SessionEvent,
  SessionState,
  SignedIn,
  StoredState,
} from './state.ts';
import { isOver, remainingMinutes } from './status.ts';
import { end, logOut, dropRestored } from './transitions/ending.ts';
import {
  onOver,
  onRefreshSettled,
  onRestoredRefreshSettled,
  requestRefresh,
  withoutFutureRefresh,
} from './transitions/refreshing.ts';
import {
  enter,
  enterSession,
  say,
  step,
  andThen,
  type Moment,
  type Step,
  withoutRefreshingMessage,
} from './transitions/step.ts';
import { LAST_REFRESH_MS, MONITOR_NOTICE_MS, MONITOR_REFRESH_MS } from './limits.ts';

/** Handles the ticker, once a second: ends an expired session, and refreshes before that. */
const onTick = (state: SessionState, phase: SignedIn, moment: Moment): Step => {
  const { session, refresh } = phase;
  if (isOver(session, moment.now)) return onOver(state, phase, moment.now);
  const due = session.expiresAt - moment.now <= moment.policy.refresh(session.lifetimeMs);
  return due || refresh.kind === 'failed'
    ? requestRefresh(state, phase, false, moment)
    : step(state);
};

/** Handles the monitor, every 30 s: checks the time, and repeats a postponed validation. */
const onMonitor = (state: SessionState, moment: Moment): Step => {
  const { phase } = state;
  if (phase.kind !== 'signed-in') return step(state);
  const { session, validation, refresh } = phase;
  const remaining = session.expiresAt - moment.now;
  if (remaining <= MONITOR_REFRESH_MS) return requestRefresh(state, phase, false, moment);
  if (validation === 'postponed') {
    return enter(state, { ...phase, validation: 'asking' }, { kind: 'validate', session });
  }
  return remaining <= MONITOR_NOTICE_MS && refresh.kind !== 'running'
    ? say(state, {
        kind: 'expires-soon',
        minutes: remainingMinutes(moment.now, session.expiresAt),
      })
    : step(state);
};

/**
 * Handles the result of the validation: the server named the user, rejected the tokens, or was
 * unreachable.
 */
const onValidated = (
  state: SessionState,
  phase: SignedIn | Restoring,
  event: Extract<SessionEvent, { kind: 'validated' }>,
): Step => {
  const { session } = phase;
  if (event.of !== session.accessToken) return step(state);
  const refresh = phase.kind === 'signed-in' ? phase.refresh : ({ kind: 'none' } as const);
  const { outcome } = event;
  switch (outcome.kind) {
    case 'valid': {
      const { user } = outcome;
      return enterSession(state, { ...session, user }, refresh, { kind: 'store-user', user });
    }
    case 'unreachable':
      return enter(state, { kind: 'signed-in', session, validation: 'postponed', refresh });
    case 'invalid-user':
      return dropRestored(state, session, 'invalid-user');
    case 'refused':
      // The validation's 401 has started a refresh, whose response decides.
      return phase.kind === 'signed-in' && refresh.kind === 'running'
        ? enter(state, { ...phase, validation: 'postponed' })
        : dropRestored(state, session, null);
  }
};

/** Takes over what another tab stored. */
const follow = (
  state: SessionState,
  phase: SignedIn | Restoring,
  stored: StoredState,
  { now }: Moment,
): Step => {
  const { session } = phase;
  if (stored.kind === 'none') {
    if (stored.endedBy !== null) return end(state, stored.endedBy, null);
    return isOver(session, now) ? end(state, 'expired', session) : logOut(state, session);
  }
  if (isOver(stored.session, now)) {
    if (phase.kind === 'signed-in') {
      return onOver(state, { ...phase, session: stored.session }, now);
    }
    if (phase.refreshingSince !== null) return step(state);
    return end(state, 'expired', stored.session);
  }
  if (stored.session.accessToken !== session.accessToken) {
    // The other tab's refresh counts as this one's, so the cooldown starts again.
    return enterSession(withoutRefreshingMessage(state), stored.session, {
      kind: 'succeeded',
      since: now,
    });
  }
  return stored.session.expiresAt === session.expiresAt
    ? step(state)
    : enter(state, { ...phase, session: stored.session });
};

const onSignedIn = (
  state: SessionState,
  phase: SignedIn,
  event: SessionEvent,
  moment: Moment,
): Step => {
  switch (event.kind) {
    case 'tick':
      return onTick(state, phase, moment);
    case 'followed':
      return follow(state, phase, event.stored, moment);
    case 'monitored':
      return andThen(follow(state, phase, event.stored, moment), (state) =>
        onMonitor(state, moment),
      );
    case 'unauthorized':
      return requestRefresh(state, phase, false, moment);
    case 'extend-asked':
      return requestRefresh(state, phase, true, moment);
    case 'logout-asked':
      return logOut(state, phase.session);
    case 'refresh-settled':
      return onRefreshSettled(state, phase, event, moment);
    case 'timer':
      return phase.refresh.kind === 'running' && phase.refresh.isLast
        ? step(state, { kind: 'refresh', session: phase.session, asked: true })
        : step(state);
    case 'validated':
      return onValidated(state, phase, event);
    case 'user-changed': {
      const session = { ...phase.session, user: event.user };
      return enter(state, { ...phase, session }, { kind: 'store-user', user: event.user });
    }
    default:
      return step(state);
  }
};

const onRestoring = (
  state: SessionState,
  phase: Restoring,
  event: SessionEvent,
  moment: Moment,
): Step => {
  switch (event.kind) {
    case 'tick':
      if (!isOver(phase.session, moment.now)) return step(state);
      if (phase.refreshingSince === null) return end(state, 'expired', phase.session);
      return moment.now - phase.refreshingSince < LAST_REFRESH_MS
        ? step(state)
        : dropRestored(state, phase.session, 'expired');
    case 'refresh-settled':
      return onRestoredRefreshSettled(state, phase, event, moment);
    case 'timer':
      return phase.refreshingSince === null
        ? step(state)
        : step(state, { kind: 'refresh', session: phase.session, asked: true });
    case 'followed':
    case 'monitored':
      return follow(state, phase, event.stored, moment);
    case 'validated':
      return onValidated(state, phase, event);
    case 'logout-asked':
      return logOut(state, phase.session);
    default:
      return step(state);
  }
};

/** Handles events while signed out: another tab signs in, or navigation ends. */
const onAbsent = (
  state: SessionState,
  phase: Exclude<Phase, SignedIn | Restoring>,
  event: SessionEvent,
  { now }: Moment,
): Step => {
  switch (event.kind) {
    case 'followed':
    case 'monitored':
      return event.stored.kind === 'session' && !isOver(event.stored.session, now)
        ? enterSession(state, event.stored.session, { kind: 'none' })
        : step(state);
    case 'arrived':
      return phase.kind === 'leaving'
        ? enter(state, { kind: 'signed-out', notice: phase.notice })
        : step(state);
    case 'timer':
    case 'login-asked':
      return (event.kind === 'login-asked' || event.timer === 'redirect') && phase.kind === 'ended'
        ? enter(state, { kind: 'leaving', notice: phase.reason }, { kind: 'go', to: 'login' })
        : step(state);
    default:
      return step(state);
  }
};

/** Starts a new session after sign-in or registration, whatever the state before. */
const onNewSession = (
  state: SessionState,
  { session, registered }: Extract<SessionEvent, { kind: 'signed-in' }>,
  { now }: Moment,
): Step =>
  isOver(session, now)
    ? end(state, 'expired', session)
    : andThen(enterSession(state, session, { kind: 'none' }, { kind: 'store', session }), (state) =>
        say(state, { kind: registered ? 'account-created' : 'welcome-back' }),
      );

/**
 * The session's only transition function: pure, and total over every event in every phase, so that
 * late responses and events out of order do nothing.
 */
export const transition = (state: SessionState, event: SessionEvent, moment: Moment): Step => {
  if (event.kind === 'timer' && event.timer === 'message') return step({ ...state, message: null });
  if (event.kind === 'signed-in') return onNewSession(state, event, moment);
  const { phase } = state;
  switch (phase.kind) {
    case 'signed-in': {
      const current = withoutFutureRefresh(phase, moment.now);
      const known = current === phase ? state : { ...state, phase: current };
      return onSignedIn(known, current, event, moment);
    }
    case 'restoring':
      return onRestoring(state, phase, event, moment);
    default:
      return onAbsent(state, phase, event, moment);
  }
};

const signedOut = (notice: EndReason | null): SessionState => ({
  phase: { kind: 'signed-out', notice },
  message: null,
});

/**
 * Returns the state at start-up. A stored session is restored before its expiry, and then validated
 * (specification, section 4); after it, one silent refresh is tried.
 */
export const begin = (stored: StoredState, now: number): Step => {
  // An incomplete session, such as a token without its expiry, counts as none and is removed. A reload
  // soon after the end still says why, but only once.
  if (stored.kind === 'none')
    return step(signedOut(stored.endedBy), { kind: 'clear', endedBy: null });
  const { session } = stored;
  const over = isOver(session, now);
  return step(
    {
      phase: { kind: 'restoring', session, refreshingSince: over ? now : null },
      message: null,
    },
    over ? { kind: 'refresh', session, asked: true } : { kind: 'validate', session },
  );
};
