import { closeReasons, realtimeLimits } from '@izgodno/contract/realtime/frames';
import { backoffMs, promptMs } from './backoff.ts';

/** How long an attempt may take, in milliseconds: a dead line reports no failure for minutes. */
export const CONNECT_MS = 10_000;
/** How much longer it may take once the network is back or the page is visible, in milliseconds. */
export const WOKEN_CONNECT_MS = 3_000;
/** How long an open socket may then be silent, in milliseconds. */
export const WOKEN_SILENCE_MS = 5_000;

/** The only socket of a page, or of the tab that leads all tabs of a user. */
export type ConnectionState =
  /** No subscriber needs the socket. */
  | { readonly kind: 'off' }
  /** An attempt is in progress: the socket opens, then the server responds to `hello`. */
  | {
      readonly kind: 'connecting';
      readonly attempt: number;
      readonly failures: number;
      /** Whether its time was shortened, so that it is not prolonged by shortening it again. */
      readonly isHurried?: true;
    }
  | {
      readonly kind: 'open';
      readonly attempt: number;
      /**
       * This connection counts as one until it has lasted a heartbeat, because a server that closes
       * each soon after `welcome` must not get the next at once.
       */
      readonly failures: number;
      /** Whether a frame was received since the last heartbeat. */
      readonly received: boolean;
      /** Whether the next heartbeat is early, because the socket may not have survived sleep. */
      readonly isHurried?: true;
    }
  /** The next attempt is scheduled. */
  | { readonly kind: 'waiting'; readonly attempt: number; readonly failures: number }
  /** An attempt needs a new token. */
  | { readonly kind: 'no-token'; readonly attempt: number; readonly rejected: string | null }
  /** The server has rejected this page for good. */
  | { readonly kind: 'refused'; readonly attempt: number };

export type ConnectionEvent =
  | { readonly kind: 'wanted'; readonly token: string | null }
  | { readonly kind: 'unwanted' }
  | { readonly kind: 'token-changed'; readonly token: string | null }
  | { readonly kind: 'welcomed'; readonly attempt: number }
  | { readonly kind: 'heard'; readonly attempt: number }
  | { readonly kind: 'closed'; readonly attempt: number; readonly code: number }
  | { readonly kind: 'retry-due'; readonly attempt: number }
  | { readonly kind: 'heartbeat-due'; readonly attempt: number }
  /** The network is back, or the page is visible again. */
  | { readonly kind: 'woken' }
  /** The node is shutting down: another socket opens before this one closes. */
  | { readonly kind: 'moving'; readonly attempt: number };

export type ConnectionEffect =
  | { readonly kind: 'open'; readonly attempt: number; readonly token: string }
  /** Closes the socket of an attempt, whatever its state. */
  | { readonly kind: 'close'; readonly attempt: number }
  | { readonly kind: 'renew'; readonly token: string }
  | { readonly kind: 'ping' }
  | { readonly kind: 'retry-after'; readonly ms: number; readonly attempt: number }
  | { readonly kind: 'heartbeat-after'; readonly ms: number; readonly attempt: number }
  | { readonly kind: 'ask-for-token' };

export interface ConnectionMoment {
  readonly token: string | null;
  /** From 0 to 1. */
  readonly random: number;
}

export interface ConnectionStep {
  readonly state: ConnectionState;
  readonly effects: readonly ConnectionEffect[];
}

const step = (state: ConnectionState, ...effects: readonly ConnectionEffect[]): ConnectionStep => ({
  state,
  effects,
});

const attemptOf = (state: ConnectionState): number => (state.kind === 'off' ? 0 : state.attempt);

const connect = (
  state: ConnectionState,
  failures: number,
  { token }: ConnectionMoment,
): ConnectionStep => {
  const attempt = attemptOf(state) + 1;
  return token === null
    ? step({ kind: 'no-token', attempt, rejected: null }, { kind: 'ask-for-token' })
    : step(
        { kind: 'connecting', attempt, failures },
        { kind: 'open', attempt, token },
        { kind: 'retry-after', attempt, ms: CONNECT_MS },
      );
};

/** The code of a socket that ended without a farewell. */
const LOST = 1006;

const retryOf = (code: number): 'now' | 'backoff' | 'token' | 'never' =>
  Object.values(closeReasons).find((reason) => reason.code === code)?.retry ?? 'backoff';

const onClosed = (
  state: Extract<ConnectionState, { kind: 'connecting' | 'open' }>,
  code: number,
  { random, token }: ConnectionMoment,
): ConnectionStep => {
  const { attempt } = state;
  const failures = state.kind === 'connecting' ? state.failures + 1 : state.failures;
  switch (retryOf(code)) {
    case 'never':
      return step({ kind: 'refused', attempt });
    case 'token':
      return step({ kind: 'no-token', attempt, rejected: token }, { kind: 'ask-for-token' });
    case 'now':
      return step(
        { kind: 'waiting', attempt, failures },
        {
          kind: 'retry-after',
          attempt,
          // A socket that closes early is a failure, so repeated failures back off.
          ms: failures > 1 ? backoffMs(failures, random) : promptMs(random),
        },
      );
    case 'backoff':
      return step(
        { kind: 'waiting', attempt, failures },
        { kind: 'retry-after', attempt, ms: backoffMs(failures, random) },
      );
  }
};

const onToken = (
  state: ConnectionState,
  token: string | null,
  moment: ConnectionMoment,
): ConnectionStep => {
  if (state.kind === 'open' && token !== null) return step(state, { kind: 'renew', token });
  if (state.kind === 'no-token' && token !== null && token !== state.rejected) {
    return connect(state, 0, moment);
  }
  return step(state);
};

const onHeartbeatDue = (
  state: Extract<ConnectionState, { kind: 'open' }>,
  moment: ConnectionMoment,
): ConnectionStep => {
  const { attempt } = state;
  if (!state.received) {
    // The socket was silent for two heartbeats, so it counts as dead.
    const again = connect(state, 0, moment);
    return step(again.state, { kind: 'close', attempt }, ...again.effects);
  }
  return step(
    { kind: 'open', attempt, failures: 0, received: false },
    { kind: 'ping' },
    { kind: 'heartbeat-after', ms: realtimeLimits.heartbeatMs, attempt },
  );
};

/** The next attempt is due, or the present one has taken too long. */
const onRetryDue = (state: ConnectionState, moment: ConnectionMoment): ConnectionStep => {
  if (state.kind === 'waiting') return connect(state, state.failures, moment);
  if (state.kind !== 'connecting') return step(state);
  const next = onClosed(state, LOST, moment);
  return step(next.state, { kind: 'close', attempt: state.attempt }, ...next.effects);
};

/** A socket or an attempt of before may be dead without a sign. */
const onWoken = (state: ConnectionState, moment: ConnectionMoment): ConnectionStep => {
  if (state.kind === 'waiting') return connect(state, 0, moment);
  if (state.kind === 'connecting' && state.isHurried !== true)
    return step(
      { ...state, isHurried: true },
      { kind: 'retry-after', attempt: state.attempt, ms: WOKEN_CONNECT_MS },
    );
  if (state.kind !== 'open') return step(state);
  return state.isHurried === true && !state.received
    ? step(state, { kind: 'ping' })
    : step(
        { ...state, received: false, isHurried: true },
        { kind: 'ping' },
        { kind: 'heartbeat-after', attempt: state.attempt, ms: WOKEN_SILENCE_MS },
      );
};

/**
 * Returns the next state of the connection and its commands. Events of an earlier attempt change
 * nothing.
 */
export const stepConnection = (
  state: ConnectionState,
  event: ConnectionEvent,
  moment: ConnectionMoment,
): ConnectionStep => {
  if ('attempt' in event && event.attempt !== attemptOf(state)) return step(state);
  switch (event.kind) {
    case 'wanted':
      return state.kind === 'off' ? connect(state, 0, moment) : step(state);
    case 'unwanted':
      return step({ kind: 'off' }, { kind: 'close', attempt: attemptOf(state) });
    case 'token-changed':
      return onToken(state, event.token, moment);
    case 'welcomed':
      return state.kind === 'connecting'
        ? step(
            {
              kind: 'open',
              attempt: state.attempt,
              failures: state.failures + 1,
              received: true,
            },
            {
              kind: 'heartbeat-after',
              ms: realtimeLimits.heartbeatMs,
              attempt: state.attempt,
            },
          )
        : step(state);
    case 'heard':
      return state.kind === 'open' && !state.received
        ? step({ ...state, received: true })
        : step(state);
    case 'closed':
      return state.kind === 'connecting' || state.kind === 'open'
        ? onClosed(state, event.code, moment)
        : step(state);
    case 'retry-due':
      return onRetryDue(state, moment);
    case 'heartbeat-due':
      return state.kind === 'open' ? onHeartbeatDue(state, moment) : step(state);
    case 'woken':
      return onWoken(state, moment);
    case 'moving': {
      if (state.kind !== 'open') return step(state);
      return step(
        { kind: 'waiting', attempt: state.attempt, failures: 0 },
        { kind: 'retry-after', ms: promptMs(moment.random), attempt: state.attempt },
      );
    }
  }
};
