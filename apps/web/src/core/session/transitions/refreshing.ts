import { REFRESH_COOLDOWN_MS } from '@izgodno/contract/accounts/limits';
import type { Refresh, SessionEvent, SessionState, SignedIn } from '../state.ts';
import { isOver } from '../status.ts';
import { end } from './ending.ts';
import { enter, enterSession, say, step, andThen, type Moment, type Step } from './step.ts';

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
      { ...phase, refresh: { kind: 'running', since: now, asked, afterFailure } },
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
