import { closeReasons } from '@izgodno/contract/realtime/frames';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';
import {
  CONNECT_MS,
  stepConnection,
  WOKEN_CONNECT_MS,
  WOKEN_SILENCE_MS,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
} from './connection.ts';

const moment = { token: 'token', random: 0.5 };

const play = (
  ...events: readonly ConnectionEvent[]
): { readonly state: ConnectionState; readonly effects: readonly ConnectionEffect[] } => {
  let state: ConnectionState = { kind: 'off' };
  let effects: readonly ConnectionEffect[] = [];
  for (const event of events) ({ state, effects } = stepConnection(state, event, moment));
  return { state, effects };
};

const WANTED = { kind: 'wanted', token: 'token' } as const;
const WELCOMED = { kind: 'welcomed', attempt: 1 } as const;
const closed = (code: number): ConnectionEvent => ({ kind: 'closed', attempt: 1, code });
const DUE = { kind: 'retry-due', attempt: 1 } as const;
const WOKEN = { kind: 'woken' } as const;
const HEARTBEAT = { kind: 'heartbeat-due', attempt: 1 } as const;

describe('the connection', () => {
  test('opens when a subscriber needs it, and sends heartbeats once welcomed', () => {
    expect(play(WANTED)).toEqual({
      state: { kind: 'connecting', attempt: 1, failures: 0 },
      effects: [
        { kind: 'open', attempt: 1, token: 'token' },
        { kind: 'retry-after', attempt: 1, ms: CONNECT_MS },
      ],
    });
    expect(play(WANTED, WELCOMED).effects).toEqual([
      { kind: 'heartbeat-after', ms: 25_000, attempt: 1 },
    ]);
  });

  test.for(Object.entries(closeReasons))('reconnects as the server asks: %s', ([, reason]) => {
    const { state, effects } = play(WANTED, WELCOMED, closed(reason.code));
    const expected = {
      now: ['waiting', 'retry-after'],
      backoff: ['waiting', 'retry-after'],
      token: ['no-token', 'ask-for-token'],
      never: ['refused', undefined],
    }[reason.retry];
    expect([state.kind, effects[0]?.kind]).toEqual(expected);
  });

  test('waits for a token other than the rejected one', () => {
    const rejected = play(WANTED, closed(closeReasons.unauthenticated.code)).state;
    const same = stepConnection(rejected, { kind: 'token-changed', token: 'token' }, moment);
    expect(same.state).toBe(rejected);
    const other = stepConnection(
      rejected,
      { kind: 'token-changed', token: 'fresh' },
      { ...moment, token: 'fresh' },
    );
    expect(other.effects).toContainEqual({ kind: 'open', attempt: 2, token: 'fresh' });
  });

  test('sends a new token over the open socket', () => {
    const { effects } = play(WANTED, WELCOMED, { kind: 'token-changed', token: 'fresh' });
    expect(effects).toEqual([{ kind: 'renew', token: 'fresh' }]);
  });

  test('pings after silence, and closes the socket if nothing arrives', () => {
    const asked = play(WANTED, WELCOMED, HEARTBEAT);
    expect(asked.effects.map(({ kind }) => kind)).toEqual(['ping', 'heartbeat-after']);
    const silent = play(WANTED, WELCOMED, HEARTBEAT, HEARTBEAT);
    expect(silent.state).toMatchObject({ kind: 'connecting', attempt: 2 });
    expect(silent.effects.map(({ kind }) => kind)).toEqual(['close', 'open', 'retry-after']);
    const received = play(WANTED, WELCOMED, HEARTBEAT, { kind: 'heard', attempt: 1 }, HEARTBEAT);
    expect(received.state).toMatchObject({ kind: 'open', attempt: 1 });
  });

  test('reconnects at once when the network is back', () => {
    const { state, effects } = play(WANTED, WELCOMED, closed(1006), { kind: 'woken' });
    expect(state).toMatchObject({ kind: 'connecting', attempt: 2 });
    expect(effects).toContainEqual({ kind: 'open', attempt: 2, token: 'token' });
  });

  test('gives up an attempt that hangs, and makes the next after a pause', () => {
    const { state, effects } = play(WANTED, DUE);
    expect(state).toEqual({ kind: 'waiting', attempt: 1, failures: 1 });
    expect(effects).toEqual([
      { kind: 'close', attempt: 1 },
      { kind: 'retry-after', attempt: 1, ms: backoffMs(1, 0.5) },
    ]);
    expect(play(WANTED, DUE, DUE).state).toMatchObject({ kind: 'connecting', attempt: 2 });
    // One that was welcomed in time stays.
    expect(play(WANTED, WELCOMED, DUE).state).toMatchObject({ kind: 'open', attempt: 1 });
  });

  test('gives an attempt little more time when the network is back, however often', () => {
    const { state, effects } = play(WANTED, WOKEN);
    expect(effects).toEqual([{ kind: 'retry-after', attempt: 1, ms: WOKEN_CONNECT_MS }]);
    expect(stepConnection(state, WOKEN, moment)).toEqual({ state, effects: [] });
  });

  test('closes a socket that is silent after sleep', () => {
    const woken = play(WANTED, WELCOMED, WOKEN);
    expect(woken.effects).toEqual([
      { kind: 'ping' },
      { kind: 'heartbeat-after', attempt: 1, ms: WOKEN_SILENCE_MS },
    ]);
    // More signs of the same return do not prolong the wait.
    expect(stepConnection(woken.state, WOKEN, moment).effects).toEqual([{ kind: 'ping' }]);
    expect(play(WANTED, WELCOMED, WOKEN, WOKEN, HEARTBEAT).state).toMatchObject({
      kind: 'connecting',
      attempt: 2,
    });
    const after = play(WANTED, WELCOMED, WOKEN, { kind: 'heard', attempt: 1 }, HEARTBEAT);
    expect(after.state).toMatchObject({ kind: 'open', attempt: 1 });
    expect(after.effects).toContainEqual({ kind: 'heartbeat-after', ms: 25_000, attempt: 1 });
  });

  test('waits ever longer for a server that closes each connection soon after it is open', () => {
    const again = play(WANTED, WELCOMED, closed(closeReasons.too_many_frames.code));
    expect(again.effects).toEqual([{ kind: 'retry-after', attempt: 1, ms: backoffMs(1, 0.5) }]);
    const due = stepConnection(again.state, { kind: 'retry-due', attempt: 1 }, moment);
    const second = stepConnection(due.state, { kind: 'welcomed', attempt: 2 }, moment);
    expect(second.state).toMatchObject({ kind: 'open', failures: 2 });
    // One that lasts is no failure.
    const lasting = stepConnection(second.state, { kind: 'heartbeat-due', attempt: 2 }, moment);
    expect(lasting.state).toMatchObject({ failures: 0 });
  });

  test('ignores events of an earlier attempt', () => {
    const { state } = play(WANTED, WELCOMED, closed(1006), { kind: 'woken' }, closed(4403));
    expect(state).toMatchObject({ kind: 'connecting', attempt: 2 });
  });

  test('closes when no subscriber needs it', () => {
    expect(play(WANTED, WELCOMED, { kind: 'unwanted' })).toEqual({
      state: { kind: 'off' },
      effects: [{ kind: 'close', attempt: 1 }],
    });
  });
});

const events = fc.constantFrom<ConnectionEvent[]>(
  WANTED,
  WOKEN,
  { kind: 'unwanted' },
  { kind: 'token-changed', token: 'fresh' },
);
const ofAttempt = fc.constantFrom<((attempt: number) => ConnectionEvent)[]>(
  (attempt: number) => ({ kind: 'welcomed', attempt }) as const,
  (attempt: number) => ({ kind: 'heard', attempt }) as const,
  (attempt: number) => ({ kind: 'moving', attempt }) as const,
  (attempt: number) => ({ kind: 'closed', attempt, code: 1006 }) as const,
);
const TIME = 'time';

test('whatever happens, time alone leads to an open socket, an attempt to open one, or no wish for one', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(events, ofAttempt, fc.constant(TIME))), (happened) => {
      let { state } = play();
      // As in the runtime: each kind of timer exists once.
      const timers: { retry?: ConnectionEvent; heartbeat?: ConnectionEvent } = {};
      const dispatch = (event: ConnectionEvent): readonly ConnectionEffect[] => {
        const next = stepConnection(state, event, moment);
        state = next.state;
        for (const effect of next.effects) {
          const { kind } = effect;
          if (kind === 'retry-after') timers.retry = { kind: 'retry-due', attempt: effect.attempt };
          if (kind === 'heartbeat-after')
            timers.heartbeat = { kind: 'heartbeat-due', attempt: effect.attempt };
        }
        return next.effects;
      };
      const pass = (): readonly ConnectionEffect[] => {
        const due = Object.values(timers);
        delete timers.retry;
        delete timers.heartbeat;
        return due.flatMap(dispatch);
      };
      for (const event of happened) {
        if (event === TIME) pass();
        else if (typeof event === 'function')
          dispatch(event('attempt' in state ? state.attempt : 0));
        else dispatch(event);
      }
      if (state.kind === 'off') return;
      // A silent line: no state lasts, because each has a timer that ends it.
      const effects = [...pass(), ...pass(), ...pass()];
      expect(effects.filter(({ kind }) => kind === 'open')).not.toEqual([]);
    }),
  );
});

test('delays grow, vary randomly, and end at half a minute', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const ms = backoffMs(failures, random);
      expect(ms).toBeGreaterThanOrEqual(250);
      expect(ms).toBeLessThanOrEqual(30_000);
      expect(backoffMs(failures + 1, random)).toBeGreaterThanOrEqual(ms);
    }),
  );
});
