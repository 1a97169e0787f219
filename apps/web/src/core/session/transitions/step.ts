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

/** When an event is met, and by which rules. */
export interface Moment {
  /** Epoch milliseconds. It may jump, either way. */
  readonly now: number;
  readonly policy: SessionPolicy;
}

/** What comes of an event: the next state, and what has to happen outside. */
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

/** Enters a session that the server vouches for. */
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

export const say = (state: SessionState, message: SessionMessage): Step => {
  const afterMs = messageMs(message);
  return step(
    { ...state, message },
    ...(afterMs === null ? [] : [{ kind: 'schedule', timer: 'message', afterMs } as const]),
  );
};

/** Takes back "refreshing", which no timer does; any other message keeps its time. */
export const withoutRefreshingMessage = (state: SessionState): SessionState =>
  state.message?.kind === 'refreshing' ? { ...state, message: null } : state;
