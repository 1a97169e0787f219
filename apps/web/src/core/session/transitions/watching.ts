import { MONITOR_NOTICE_MS, MONITOR_REFRESH_MS } from '../limits.ts';
import type { SessionState, SignedIn } from '../state.ts';
import { isOver, remainingMinutes } from '../status.ts';
import { end } from './ending.ts';
import { requestRefresh } from './refreshing.ts';
import { enter, say, step, type Moment, type Step } from './step.ts';

/** Handles the ticker, once a second: ends an expired session, and refreshes before that. */
export const onTick = (state: SessionState, phase: SignedIn, moment: Moment): Step => {
  const { session, refresh } = phase;
  if (isOver(session, moment.now)) return end(state, 'expired', session);
  const due = session.expiresAt - moment.now <= moment.policy.refresh(session.lifetimeMs);
  return due || refresh.kind === 'failed'
    ? requestRefresh(state, phase, false, moment)
    : step(state);
};

/** Handles the monitor, every 30 s: checks the time, and repeats a postponed validation. */
export const onMonitor = (state: SessionState, moment: Moment): Step => {
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
