import { EXPIRES_SOON_MESSAGE_MS, RESULT_MESSAGE_MS } from '../limits.ts';
import type { SessionPolicy } from '../policy.ts';
import type {
  Phase,
  Refresh,
  Session,
  SessionEffect,
  SessionMessage,
  SessionState,
} from '../state.ts';

/** The time and the policy that apply to an event. */
export interface Moment {
  /** Epoch milliseconds. The clock may jump forwards or backwards. */
  readonly now: number;
  readonly policy: SessionPolicy;
}

/** The result of an event: the next state and the effects to carry out. */
export interface Step {
  readonly state: SessionState;
  readonly effects: readonly SessionEffect[];
}

export const step = (state: SessionState, ...effects: readonly SessionEffect[]): Step => ({
  state,
  effects,
});

export const enter = (
  state: SessionState,
  phase: Phase,
  ...effects: readonly SessionEffect[]
): Step => step({ ...state, phase }, ...effects);

/** Enters a session that the server has confirmed. */
export const enterSession = (
  state: SessionState,
  session: Session,
  refresh: Refresh,
  ...effects: readonly SessionEffect[]
): Step => enter(state, { kind: 'signed-in', session, validation: 'done', refresh }, ...effects);

export const andThen = (first: Step, next: (state: SessionState) => Step): Step => {
  const second = next(first.state);
  return step(second.state, ...first.effects, ...second.effects);
};

/** How long a message stays; null if it stays until another replaces it. */
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

export const say = (state: SessionState, message: SessionMessage): Step => {
  const afterMs = messageMs(message);
  return step(
    { ...state, message },
    ...(afterMs === null ? [] : [{ kind: 'schedule', timer: 'message', afterMs } as const]),
  );
};

/** Removes the "refreshing" message, which has no timer; any other message keeps its time. */
export const withoutRefreshingMessage = (state: SessionState): SessionState =>
  state.message?.kind === 'refreshing' ? { ...state, message: null } : state;
