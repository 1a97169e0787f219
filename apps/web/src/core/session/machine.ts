import type {
  EndReason,
  Phase,
  Restoring,
  SessionEvent,
  SessionState,
  SignedIn,
  StoredState,
} from './state.ts';
import { isOver } from './status.ts';
import { end, logOut } from './transitions/ending.ts';
import { follow } from './transitions/following.ts';
import {
  onRefreshSettled,
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
} from './transitions/step.ts';
import { onValidated } from './transitions/validation.ts';
import { onMonitor, onTick } from './transitions/watching.ts';

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
      return isOver(phase.session, moment.now) ? end(state, 'expired', phase.session) : step(state);
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
      return phase.kind === 'ended'
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
 * Returns the state at start-up. A stored session is restored only before its expiry, and then
 * validated (specification, section 4).
 */
export const begin = (stored: StoredState, now: number): Step => {
  // An incomplete session, such as a token without its expiry, counts as none and is removed.
  if (stored.kind === 'none') return step(signedOut(null), { kind: 'clear', endedBy: null });
  const { session } = stored;
  return isOver(session, now)
    ? step(signedOut('expired'), { kind: 'revoke', session }, { kind: 'clear', endedBy: 'expired' })
    : step({ phase: { kind: 'restoring', session }, message: null }, { kind: 'validate', session });
};
