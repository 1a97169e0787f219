import { REFRESH_COOLDOWN_MS } from '@izgodno/contract/accounts/limits';
import { LAST_REFRESH_MS, RESUME_PATIENCE_MS, RESUME_RETRY_MS, SLEPT_MS } from '../limits.ts';
import type {
  Refresh,
  RefreshOutcome,
  Restoring,
  Session,
  SessionEvent,
  SessionState,
  SignedIn,
} from '../state.ts';
import { isOver } from '../status.ts';
import { dropRestored, end } from './ending.ts';
import {
  enter,
  enterSession,
  say,
  step,
  andThen,
  withoutRefreshingMessage,
  type Moment,
  type Step,
} from './step.ts';

const mayRefresh = (refresh: Refresh, asked: boolean, now: number): boolean => {
  switch (refresh.kind) {
    case 'none':
      return true;
    case 'running':
      return false;
    case 'succeeded':
      return now - refresh.since >= REFRESH_COOLDOWN_MS;
    case 'failed':
      // The cooldown limits automatic refreshes, not the user's.
      return asked || now - refresh.since >= REFRESH_COOLDOWN_MS;
  }
};

/** Starts a refresh if none runs and the cooldown allows it; `asked` marks a user's request. */
export const requestRefresh = (
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
  return andThen(
    enter(
      state,
      { ...phase, refresh: { kind: 'running', since: now, asked, afterFailure, isLast: false } },
      { kind: 'refresh', session, asked },
    ),
    (state) => say(state, { kind: 'refreshing' }),
  );
};

/** Limits the cooldown to its length after the clock is set back. */
export const withoutFutureRefresh = (phase: SignedIn, now: number): SignedIn =>
  phase.refresh.kind !== 'none' && phase.refresh.since > now
    ? { ...phase, refresh: { ...phase.refresh, since: now } }
    : phase;

/**
 * The session has run out. After sleep, one silent refresh is tried before it ends; a page that was
 * awake has tried already.
 */
export const onOver = (state: SessionState, phase: SignedIn, now: number): Step => {
  const { refresh, session } = phase;
  if (refresh.kind === 'running' && refresh.isLast) {
    return now - refresh.since < LAST_REFRESH_MS ? step(state) : end(state, 'expired', session);
  }
  if (now - session.expiresAt < SLEPT_MS) return end(state, 'expired', session);
  return enter(
    withoutRefreshingMessage(state),
    {
      ...phase,
      refresh: { kind: 'running', since: now, asked: false, afterFailure: false, isLast: true },
    },
    // A refresh that ran before the sleep ends by itself.
    ...(refresh.kind === 'running' ? [] : [{ kind: 'refresh', session, asked: true } as const]),
  );
};

/** Handles the result of a refresh of tokens that have run out. */
const onLastRefresh = (
  state: SessionState,
  { session, since }: { readonly session: Session; readonly since: number },
  outcome: RefreshOutcome,
  now: number,
): Step => {
  if (outcome.kind === 'refreshed' && !isOver(outcome.session, now)) {
    return enterSession(
      state,
      outcome.session,
      { kind: 'succeeded', since: now },
      { kind: 'store', session: outcome.session },
    );
  }
  if (outcome.kind === 'unreachable' && now - since < RESUME_PATIENCE_MS) {
    return step(state, { kind: 'schedule', timer: 'refresh', afterMs: RESUME_RETRY_MS });
  }
  return state.phase.kind === 'restoring'
    ? dropRestored(state, session, 'expired')
    : end(state, 'expired', session);
};

/** Handles the refresh of a session that had run out before start-up. */
export const onRestoredRefreshSettled = (
  state: SessionState,
  { session, refreshingSince }: Restoring,
  event: Extract<SessionEvent, { kind: 'refresh-settled' }>,
  { now }: Moment,
): Step =>
  refreshingSince === null || event.of !== session.accessToken
    ? step(state)
    : onLastRefresh(state, { session, since: refreshingSince }, event.outcome, now);

export const onRefreshSettled = (
  state: SessionState,
  phase: SignedIn,
  event: Extract<SessionEvent, { kind: 'refresh-settled' }>,
  { now }: Moment,
): Step => {
  const { refresh, session } = phase;
  // Another tab's tokens or a new sign-in came first.
  if (refresh.kind !== 'running' || event.of !== session.accessToken) return step(state);
  const { outcome } = event;
  if (refresh.isLast) return onLastRefresh(state, { session, since: refresh.since }, outcome, now);
  const failed: SignedIn = { ...phase, refresh: { kind: 'failed', since: refresh.since } };
  switch (outcome.kind) {
    case 'refreshed':
      if (isOver(outcome.session, now)) return end(state, 'expired', outcome.session);
      return andThen(
        enterSession(
          state,
          outcome.session,
          { kind: 'succeeded', since: now },
          { kind: 'store', session: outcome.session },
        ),
        (state) => say(state, { kind: 'refreshed' }),
      );
    case 'unreachable':
      return andThen(enter(state, failed), (state) => say(state, { kind: 'refresh-failed' }));
    case 'cooling':
      return enter({ ...state, message: null }, failed);
    case 'fresh':
      return enter(
        { ...state, message: null },
        { ...phase, refresh: { kind: 'succeeded', since: outcome.at } },
      );
    case 'refused':
      return andThen(end(state, 'refresh-refused', session), (state) =>
        say(state, { kind: 'refresh-failed' }),
      );
    case 'no-refresh-token':
      return andThen(end(state, 'no-refresh-token', session), (state) =>
        say(state, { kind: 'refresh-failed' }),
      );
  }
};
