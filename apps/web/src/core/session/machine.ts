import { REFRESH_COOLDOWN_MS } from '@izgodno/contract/session/limits';
import {
  EXPIRED_REDIRECT_MS,
  EXPIRES_SOON_MESSAGE_MS,
  MONITOR_NOTICE_MS,
  MONITOR_REFRESH_MS,
  RESULT_MESSAGE_MS,
} from './limits.ts';
import type { SessionPolicy } from './policy.ts';
import type {
  EndReason,
  Phase,
  Refresh,
  Restoring,
  Session,
  SessionEffect,
  SessionEvent,
  SessionMessage,
  SessionState,
  SignedIn,
  StoredState,
} from './state.ts';
import { remainingMinutes } from './status.ts';

export interface Moment {
  /** Epoch milliseconds. It may jump, either way. */
  readonly now: number;
  readonly policy: SessionPolicy;
}

export interface Step {
  readonly state: SessionState;
  readonly effects: readonly SessionEffect[];
}

const step = (state: SessionState, ...effects: readonly SessionEffect[]): Step => ({
  state,
  effects,
});

const enter = (state: SessionState, phase: Phase, ...effects: readonly SessionEffect[]): Step =>
  step({ ...state, phase }, ...effects);

const then = (first: Step, next: (state: SessionState) => Step): Step => {
  const second = next(first.state);
  return step(second.state, ...first.effects, ...second.effects);
};

/** How long a message stays; null until another takes its place. */
const messageMs = (message: SessionMessage): number | null => {
  switch (message.kind) {
    case 'refreshing':
      return null;
    case 'expires-soon':
      return EXPIRES_SOON_MESSAGE_MS;
    default:
      return RESULT_MESSAGE_MS;
  }
};

const say = (state: SessionState, message: SessionMessage): Step => {
  const afterMs = messageMs(message);
  return step(
    { ...state, message },
    ...(afterMs === null ? [] : [{ kind: 'schedule', timer: 'message', afterMs } as const]),
  );
};

/** A session begun by tokens that the server has just given, to this tab or to another. */
const signedIn = (session: Session, refresh: Refresh): SignedIn => ({
  kind: 'signed-in',
  session,
  validation: 'done',
  refresh,
});

const revoked = (session: Session | null): SessionEffect[] =>
  session === null ? [] : [{ kind: 'revoke', session }];

/** `revoke` is null where another tab has told the server already. */
const end = (state: SessionState, reason: EndReason, revoke: Session | null): Step =>
  enter(
    { ...state, message: state.message?.kind === 'refreshing' ? null : state.message },
    { kind: 'ended', reason },
    ...revoked(revoke),
    { kind: 'clear', endedBy: reason },
    { kind: 'schedule', timer: 'redirect', afterMs: EXPIRED_REDIRECT_MS },
  );

const logOut = (state: SessionState, revoke: Session | null): Step =>
  enter(
    { ...state, message: null },
    { kind: 'leaving', notice: null },
    ...revoked(revoke),
    { kind: 'clear', endedBy: null },
    { kind: 'go', to: 'home' },
  );

/** The start-up check failed: a protected page then sends to sign-in by itself. */
const dropRestored = (state: SessionState, session: Session, notice: EndReason | null): Step =>
  enter(
    state,
    { kind: 'signed-out', notice },
    { kind: 'revoke', session },
    { kind: 'clear', endedBy: notice },
  );

const isOver = (session: Session, now: number): boolean => now >= session.expiresAt;

const mayRefresh = (refresh: Refresh, asked: boolean, now: number): boolean => {
  switch (refresh.kind) {
    case 'none':
      return true;
    case 'running':
      return false;
    case 'succeeded':
      return now - refresh.since >= REFRESH_COOLDOWN_MS;
    case 'failed':
      // The cooldown holds back what repeats by itself; a person who asks has reason to.
      return asked || now - refresh.since >= REFRESH_COOLDOWN_MS;
  }
};

const requestRefresh = (
  state: SessionState,
  phase: SignedIn,
  asked: boolean,
  { now }: Moment,
): Step => {
  const { refresh, session } = phase;
  if (refresh.kind === 'running' && asked) {
    return enter(state, { ...phase, refresh: { ...refresh, asked: true } });
  }
  if (!mayRefresh(refresh, asked, now)) return step(state);
  const afterFailure = refresh.kind === 'failed';
  return then(
    enter(
      state,
      { ...phase, refresh: { kind: 'running', since: now, asked, afterFailure } },
      { kind: 'refresh', session, asked },
    ),
    (state) => say(state, { kind: 'refreshing' }),
  );
};

/** A clock set back must not stretch the cooldown beyond its length. */
const wound = (phase: SignedIn, now: number): SignedIn =>
  phase.refresh.kind !== 'none' && phase.refresh.since > now
    ? { ...phase, refresh: { ...phase.refresh, since: now } }
    : phase;

const onTick = (state: SessionState, phase: SignedIn, moment: Moment): Step => {
  const { session, refresh } = phase;
  if (isOver(session, moment.now)) return end(state, 'expired', session);
  const due = session.expiresAt - moment.now <= moment.policy.refresh(session.lifetimeMs);
  return due || refresh.kind === 'failed'
    ? requestRefresh(state, phase, false, moment)
    : step(state);
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
  if (isOver(stored.session, now)) return end(state, 'expired', stored.session);
  if (stored.session.accessToken !== session.accessToken) {
    // The other tab's refresh counts as this one's: the cooldown begins anew.
    const message = state.message?.kind === 'refreshing' ? null : state.message;
    return enter(
      { ...state, message },
      signedIn(stored.session, { kind: 'succeeded', since: now }),
    );
  }
  return stored.session.expiresAt === session.expiresAt
    ? step(state)
    : enter(state, { ...phase, session: stored.session });
};

const onMonitor = (state: SessionState, moment: Moment): Step => {
  const { phase } = state;
  if (phase.kind !== 'signed-in') return step(state);
  const remaining = phase.session.expiresAt - moment.now;
  if (remaining <= MONITOR_REFRESH_MS) return requestRefresh(state, phase, false, moment);
  if (phase.validation === 'postponed') {
    return enter(
      state,
      { ...phase, validation: 'asking' },
      { kind: 'validate', session: phase.session },
    );
  }
  return remaining <= MONITOR_NOTICE_MS && phase.refresh.kind !== 'running'
    ? say(state, {
        kind: 'expires-soon',
        minutes: remainingMinutes(moment.now, phase.session.expiresAt),
      })
    : step(state);
};

const onRefreshSettled = (
  state: SessionState,
  phase: SignedIn,
  event: Extract<SessionEvent, { kind: 'refresh-settled' }>,
  { now }: Moment,
): Step => {
  const { refresh, session } = phase;
  // Another tab's tokens, or a new sign-in, came first.
  if (refresh.kind !== 'running' || event.of !== session.accessToken) return step(state);
  const { since } = refresh;
  const failed = (): SignedIn => ({ ...phase, refresh: { kind: 'failed', since } });
  switch (event.outcome.kind) {
    case 'refreshed': {
      const { session: fresh } = event.outcome;
      if (isOver(fresh, now)) return end(state, 'expired', fresh);
      return then(
        enter(state, signedIn(fresh, { kind: 'succeeded', since: now }), {
          kind: 'store',
          session: fresh,
        }),
        (state) => say(state, { kind: 'refreshed' }),
      );
    }
    case 'unreachable':
      return then(enter(state, failed()), (state) => say(state, { kind: 'refresh-failed' }));
    case 'cooling':
      return enter({ ...state, message: null }, failed());
    case 'fresh':
      return enter(
        { ...state, message: null },
        { ...phase, refresh: { kind: 'succeeded', since: event.outcome.at } },
      );
    case 'refused':
      return then(end(state, 'refresh-refused', session), (state) =>
        say(state, { kind: 'refresh-failed' }),
      );
    case 'no-refresh-token':
      return then(end(state, 'no-refresh-token', session), (state) =>
        say(state, { kind: 'refresh-failed' }),
      );
  }
};

const onValidated = (
  state: SessionState,
  phase: SignedIn | Restoring,
  event: Extract<SessionEvent, { kind: 'validated' }>,
): Step => {
  const { session } = phase;
  if (event.of !== session.accessToken) return step(state);
  // A 401 on the late check has begun a refresh, whose answer decides.
  const refreshing = phase.kind === 'signed-in' && phase.refresh.kind === 'running';
  const refresh = phase.kind === 'signed-in' ? phase.refresh : ({ kind: 'none' } as const);
  switch (event.outcome.kind) {
    case 'valid': {
      const known = { ...session, user: event.outcome.user };
      return enter(state, signedIn(known, refresh), {
        kind: 'store-user',
        user: event.outcome.user,
      });
    }
    case 'unreachable':
      return enter(state, { kind: 'signed-in', session, validation: 'postponed', refresh });
    case 'invalid-user':
      return dropRestored(state, session, 'invalid-user');
    case 'refused':
      return refreshing
        ? enter(state, { ...phase, validation: 'postponed' })
        : dropRestored(state, session, null);
  }
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
      return then(follow(state, phase, event.stored, moment), (state) => onMonitor(state, moment));
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

/** Nobody is signed in here: what may happen is that another tab signs in, or that a page is reached. */
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
        ? enter(state, signedIn(event.stored.session, { kind: 'none' }))
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

/**
 * The session's only transition function: pure, and total over every event in every phase, so that
 * late answers and events out of order do nothing.
 */
export const transition = (state: SessionState, event: SessionEvent, moment: Moment): Step => {
  if (event.kind === 'timer' && event.timer === 'message') return step({ ...state, message: null });
  if (event.kind === 'signed-in') {
    const { session, registered } = event;
    if (isOver(session, moment.now)) return end(state, 'expired', session);
    return then(
      enter(state, signedIn(session, { kind: 'none' }), { kind: 'store', session }),
      (state) => say(state, { kind: registered ? 'account-created' : 'welcome-back' }),
    );
  }
  const { phase } = state;
  switch (phase.kind) {
    case 'signed-in': {
      const current = wound(phase, moment.now);
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
 * The state at start-up: a stored session is restored only while its time is not up, and then
 * validated (specification, section 4).
 */
export const begin = (stored: StoredState, now: number): Step => {
  // Half of a session may be stored: a token without its expiry does not count, and is removed.
  if (stored.kind === 'none') return step(signedOut(null), { kind: 'clear', endedBy: null });
  const { session } = stored;
  return isOver(session, now)
    ? step(signedOut('expired'), { kind: 'revoke', session }, { kind: 'clear', endedBy: 'expired' })
    : step({ phase: { kind: 'restoring', session }, message: null }, { kind: 'validate', session });
};
