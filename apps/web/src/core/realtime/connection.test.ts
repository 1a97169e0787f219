import { closeReasons } from '@izgodno/contract/realtime/frames';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';
import {
  stepConnection,
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
const HEARTBEAT = { kind: 'heartbeat-due', attempt: 1 } as const;

describe('the connection', () => {
  test('opens when a subscriber needs it, and sends heartbeats once welcomed', () => {
    expect(play(WANTED)).toEqual({
      state: { kind: 'connecting', attempt: 1, failures: 0 },
      effects: [{ kind: 'open', attempt: 1, token: 'token' }],
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
    expect(other.effects).toEqual([{ kind: 'open', attempt: 2, token: 'fresh' }]);
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
    expect(silent.effects.map(({ kind }) => kind)).toEqual(['close', 'open']);
    const received = play(WANTED, WELCOMED, HEARTBEAT, { kind: 'heard', attempt: 1 }, HEARTBEAT);
    expect(received.state).toMatchObject({ kind: 'open', attempt: 1 });
  });

  test('reconnects at once when the network is back', () => {
    const { state, effects } = play(WANTED, WELCOMED, closed(1006), { kind: 'woken' });
    expect(state).toMatchObject({ kind: 'connecting', attempt: 2 });
    expect(effects).toEqual([{ kind: 'open', attempt: 2, token: 'token' }]);
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
