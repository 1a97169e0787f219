import { MINUTE_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import { REFRESH_COOLDOWN_MS } from '@izgodno/contract/accounts/limits';
import { describe, expect, test } from 'vitest';
import {
  EXPIRED_REDIRECT_MS,
  EXPIRES_SOON_MESSAGE_MS,
  MONITOR_NOTICE_MS,
  MONITOR_REFRESH_MS,
  RESULT_MESSAGE_MS,
  TICK_INTERVAL_MS,
} from './limits.ts';
import { begin, transition } from './machine.ts';
import { sessionPolicies } from './policy.ts';
import type {
  RefreshOutcome,
  SessionEffect,
  SessionEvent,
  SessionState,
  StoredState,
} from './state.ts';
import { mila, sessionUntil, signedInState } from './testing/sessions.ts';
import { sessionDialog, sessionStatus } from './status.ts';

const NOW = Date.UTC(2026, 10, 21);
const policy = sessionPolicies.absolute;

/** Feeds timed events to the machine and collects all effects. */
const drive = (state: SessionState) => {
  const effects: SessionEffect[] = [];
  const driver = {
    state,
    effects,
    at(now: number, event: SessionEvent) {
      const step = transition(driver.state, event, { now, policy });
      driver.state = step.state;
      effects.push(...step.effects);
      return driver;
    },
    kinds: () => effects.map(({ kind }) => kind),
    dialog: (now: number) => sessionDialog(driver.state, now, policy),
    status: (now: number) => sessionStatus(driver.state, now, policy),
  };
  return driver;
};

const tick: SessionEvent = { kind: 'tick' };
const stored = (expiresAt: number, name?: string): StoredState => ({
  kind: 'session',
  session: sessionUntil(expiresAt, name),
});
const nothing: StoredState = { kind: 'none', endedBy: null };
const settled = (outcome: RefreshOutcome, name = 'first'): SessionEvent => ({
  kind: 'refresh-settled',
  of: `access-${name}`,
  outcome,
});
const fresh = (expiresAt: number): RefreshOutcome => ({
  kind: 'refreshed',
  session: sessionUntil(expiresAt, 'second'),
});

const restoring = () => drive(begin(stored(NOW + HOUR_MS), NOW).state);

const validated = (outcome: Extract<SessionEvent, { kind: 'validated' }>['outcome']) =>
  ({ kind: 'validated', of: 'access-first', outcome }) as const;

const monitored = (remaining: number) =>
  drive(signedInState(sessionUntil(NOW + remaining))).at(NOW, {
    kind: 'monitored',
    stored: stored(NOW + remaining),
  });

const refreshing = () =>
  drive(signedInState(sessionUntil(NOW + HOUR_MS))).at(NOW, { kind: 'unauthorized' });

const failedInCritical = () =>
  drive(signedInState(sessionUntil(NOW)))
    .at(NOW - 2 * MINUTE_MS, tick)
    .at(NOW - 2 * MINUTE_MS + 500, settled({ kind: 'unreachable' }));

const here = () => drive(signedInState(sessionUntil(NOW + HOUR_MS)));

test('the delays are the specification’s', () => {
  expect(TICK_INTERVAL_MS).toBe(1_000);
  expect(MONITOR_REFRESH_MS).toBe(60_000);
  expect(MONITOR_NOTICE_MS).toBe(300_000);
  expect(REFRESH_COOLDOWN_MS).toBe(60_000);
  expect(EXPIRES_SOON_MESSAGE_MS).toBe(5_000);
  expect(RESULT_MESSAGE_MS).toBe(3_000);
  expect(EXPIRED_REDIRECT_MS).toBe(1_000);
});

describe('start-up', () => {
  test('without a stored session the user is signed out', () => {
    expect(begin(nothing, NOW).state.phase).toEqual({ kind: 'signed-out', notice: null });
  });

  test('after an end that no page has shown says why, once', () => {
    const { state, effects } = begin({ kind: 'none', endedBy: 'expired' }, NOW);
    expect(state.phase).toEqual({ kind: 'signed-out', notice: 'expired' });
    expect(effects).toEqual([{ kind: 'clear', endedBy: null }]);
  });

  test('a session that has not expired is restored and validated', () => {
    const { state, effects } = begin(stored(NOW + 1), NOW);
    expect(state.phase.kind).toBe('restoring');
    expect(effects).toEqual([{ kind: 'validate', session: sessionUntil(NOW + 1) }]);
  });

  test('an expired session that cannot be refreshed is cleared', () => {
    const { state, effects } = begin(stored(NOW), NOW);
    expect(effects.map(({ kind }) => kind)).toEqual(['refresh']);
    const driver = drive(state).at(NOW, settled({ kind: 'refused' }));
    expect(driver.state.phase).toEqual({ kind: 'signed-out', notice: 'expired' });
    expect(driver.kinds()).toEqual(['revoke', 'clear']);
  });

  test('the user that the server names is signed in', () => {
    const user = { ...mila, name: 'Mila B.' };
    const { state, effects } = restoring().at(NOW, validated({ kind: 'valid', user }));
    expect(state.phase).toMatchObject({ kind: 'signed-in', session: { user } });
    expect(effects).toEqual([{ kind: 'store-user', user }]);
  });

  test('a rejection logs out', () => {
    const driver = restoring().at(NOW, validated({ kind: 'refused' }));
    expect(driver.state.phase).toEqual({ kind: 'signed-out', notice: null });
    expect(driver.kinds()).toEqual(['revoke', 'clear']);
  });

  test('a response without a user logs out and says so', () => {
    const driver = restoring().at(NOW, validated({ kind: 'invalid-user' }));
    expect(driver.state.phase).toEqual({ kind: 'signed-out', notice: 'invalid-user' });
  });

  test('an unreachable server keeps the session, and the monitor validates again', () => {
    const driver = restoring().at(NOW, validated({ kind: 'unreachable' }));
    expect(driver.state.phase).toMatchObject({ kind: 'signed-in', validation: 'postponed' });
    driver.at(NOW + 30_000, { kind: 'monitored', stored: stored(NOW + HOUR_MS) });
    expect(driver.kinds()).toEqual(['validate']);
  });

  test('the 401 of the validation itself starts no refresh', () => {
    expect(restoring().at(NOW, { kind: 'unauthorized' }).effects).toEqual([]);
  });
});

describe('the ticker', () => {
  test('requests a refresh at 2 minutes, not before', () => {
    const driver = drive(signedInState(sessionUntil(NOW)));
    driver.at(NOW - 2 * MINUTE_MS - 1, tick);
    expect(driver.effects).toEqual([]);
    driver.at(NOW - 2 * MINUTE_MS, tick);
    expect(driver.kinds()).toEqual(['refresh']);
    expect(driver.status(NOW - 2 * MINUTE_MS)).toBe('refreshing');
    expect(driver.state.message).toEqual({ kind: 'refreshing' });
  });

  test('ends an expired session and redirects after 1 s', () => {
    const driver = drive(signedInState(sessionUntil(NOW))).at(NOW, tick);
    expect(driver.state.phase).toEqual({ kind: 'ended', reason: 'expired', user: mila });
    expect(driver.effects).toContainEqual({ kind: 'schedule', timer: 'redirect', afterMs: 1_000 });
    expect(driver.kinds()).toContain('clear');
    expect(driver.dialog(NOW)).toBe('expired');
    expect(driver.status(NOW)).toBe('expired');
    driver.at(NOW + 1_000, { kind: 'timer', timer: 'redirect' });
    expect(driver.effects.at(-1)).toEqual({ kind: 'go', to: 'login' });
    driver.at(NOW + 1_001, { kind: 'arrived' });
    expect(driver.state.phase).toEqual({ kind: 'signed-out', notice: 'expired' });
  });

  test('a laptop that slept past the expiry stays signed in if one silent refresh succeeds', () => {
    const woken = NOW + 8 * HOUR_MS;
    const driver = drive(signedInState(sessionUntil(NOW)))
      .at(woken, { kind: 'monitored', stored: stored(NOW) })
      .at(woken + 1, tick);
    expect(driver.kinds()).toEqual(['refresh']);
    expect(driver.state.phase.kind).toBe('signed-in');
    expect(driver.dialog(woken + 1)).toBeNull();
    driver.at(woken + 500, settled(fresh(woken + HOUR_MS)));
    expect(driver.kinds()).toEqual(['refresh', 'store']);
    expect(driver.state).toMatchObject({ phase: { kind: 'signed-in' }, message: null });
  });

  test('a laptop that slept past the expiry is signed out if the refresh fails', () => {
    const woken = NOW + 8 * HOUR_MS;
    const driver = drive(signedInState(sessionUntil(NOW)))
      .at(woken, tick)
      .at(woken + 500, settled({ kind: 'unreachable' }))
      .at(woken + 3_500, { kind: 'timer', timer: 'refresh' });
    expect(driver.kinds()).toEqual(['refresh', 'schedule', 'refresh']);
    driver.at(woken + 4_000, settled({ kind: 'refused' }));
    expect(driver.state.phase).toEqual({ kind: 'ended', reason: 'expired', user: mila });
  });
});

describe('the monitor', () => {
  test('logs out if no expiry is stored', () => {
    const driver = drive(signedInState(sessionUntil(NOW + HOUR_MS))).at(NOW, {
      kind: 'monitored',
      stored: nothing,
    });
    expect(driver.kinds()).toEqual(['revoke', 'clear', 'go']);
    expect(driver.effects.at(-1)).toEqual({ kind: 'go', to: 'home' });
  });

  test('ends a session whose stored expiry has passed, whatever the tab remembers', () => {
    const driver = drive(signedInState(sessionUntil(NOW + HOUR_MS))).at(NOW, {
      kind: 'monitored',
      stored: stored(NOW - 1),
    });
    expect(driver.state.phase).toEqual({ kind: 'ended', reason: 'expired', user: mila });
  });

  test('refreshes silently at 60 s', () => {
    expect(monitored(60_000).kinds()).toEqual(['refresh']);
  });

  test.each([
    [60_001, 2],
    [4 * MINUTE_MS, 4],
    [5 * MINUTE_MS, 5],
  ])('shows for 5 s how many minutes are left: %i ms are %i', (remaining, minutes) => {
    const driver = monitored(remaining);
    expect(driver.state.message).toEqual({ kind: 'expires-soon', minutes });
    expect(driver.effects).toEqual([{ kind: 'schedule', timer: 'message', afterMs: 5_000 }]);
  });

  test('is silent before that', () => {
    expect(monitored(5 * MINUTE_MS + 1).effects).toEqual([]);
  });
});

describe('a refresh', () => {
  test('follows a 401, once', () => {
    const driver = refreshing();
    driver.at(NOW + 1, { kind: 'unauthorized' }).at(NOW + 2, { kind: 'unauthorized' });
    expect(driver.kinds()).toEqual(['refresh']);
    expect(driver.dialog(NOW + 2)).toBeNull();
  });

  test('that succeeds stores the new tokens and says so for 3 s', () => {
    const driver = refreshing().at(NOW + 100, settled(fresh(NOW + 2 * HOUR_MS)));
    expect(driver.effects.slice(1)).toEqual([
      { kind: 'store', session: sessionUntil(NOW + 2 * HOUR_MS, 'second') },
      { kind: 'schedule', timer: 'message', afterMs: 3_000 },
    ]);
    expect(driver.state.message).toEqual({ kind: 'refreshed' });
    driver.at(NOW + 3_100, { kind: 'timer', timer: 'message' });
    expect(driver.state.message).toBeNull();
  });

  test('is not repeated within the cooldown, and is after it', () => {
    const driver = refreshing().at(NOW + 100, settled(fresh(NOW + 2 * HOUR_MS)));
    driver.at(NOW + 60_099, { kind: 'unauthorized' }).at(NOW + 60_099, { kind: 'extend-asked' });
    expect(driver.kinds().filter((kind) => kind === 'refresh')).toHaveLength(1);
    driver.at(NOW + 60_100, { kind: 'unauthorized' });
    expect(driver.kinds().filter((kind) => kind === 'refresh')).toHaveLength(2);
  });

  test('without a response keeps the session and is repeated after the cooldown', () => {
    const driver = refreshing().at(NOW + 100, settled({ kind: 'unreachable' }));
    expect(driver.state.message).toEqual({ kind: 'refresh-failed' });
    expect(driver.state.phase.kind).toBe('signed-in');
    driver.at(NOW + 59_000, tick);
    expect(driver.kinds().filter((kind) => kind === 'refresh')).toHaveLength(1);
    driver.at(NOW + 60_000, tick);
    expect(driver.kinds().filter((kind) => kind === 'refresh')).toHaveLength(2);
  });

  test.each([
    ['refused', 'refresh-refused'],
    ['no-refresh-token', 'no-refresh-token'],
  ] as const)('%s ends the session', (kind, reason) => {
    const driver = refreshing().at(NOW + 100, settled({ kind }));
    expect(driver.state.phase).toEqual({ kind: 'ended', reason, user: mila });
    expect(driver.state.message).toEqual({ kind: 'refresh-failed' });
    expect(driver.effects).toContainEqual({ kind: 'clear', endedBy: reason });
  });

  test('with a response after a logout stores nothing', () => {
    const driver = refreshing().at(NOW + 1, { kind: 'logout-asked' });
    driver.at(NOW + 2, settled(fresh(NOW + HOUR_MS)));
    expect(driver.state.phase).toEqual({ kind: 'leaving', notice: null });
    expect(driver.kinds()).not.toContain('store');
  });

  test('of an earlier session does not affect the next', () => {
    const driver = refreshing().at(NOW + 1, {
      kind: 'signed-in',
      session: sessionUntil(NOW + HOUR_MS, 'other'),
      registered: false,
    });
    driver.at(NOW + 2, settled({ kind: 'refused' }));
    expect(driver.state.phase.kind).toBe('signed-in');
  });
});

describe('the warning dialog', () => {
  test('waits until the silent refresh fails', () => {
    const driver = drive(signedInState(sessionUntil(NOW))).at(NOW - 2 * MINUTE_MS, tick);
    expect(driver.dialog(NOW - 2 * MINUTE_MS)).toBeNull();
    driver.at(NOW - 2 * MINUTE_MS + 500, settled({ kind: 'unreachable' }));
    expect(driver.dialog(NOW - 2 * MINUTE_MS + 500)).toBe('warning');
    expect(driver.status(NOW - 2 * MINUTE_MS + 500)).toBe('critical');
  });

  test('stays while the refresh is repeated automatically', () => {
    const driver = failedInCritical().at(NOW - MINUTE_MS, tick);
    expect(driver.kinds().filter((kind) => kind === 'refresh')).toHaveLength(2);
    expect(driver.dialog(NOW - MINUTE_MS)).toBe('warning');
  });

  test('Extend Session refreshes at once, under the refreshing dialog', () => {
    const driver = failedInCritical().at(NOW - 100_000, { kind: 'extend-asked' });
    expect(driver.kinds().filter((kind) => kind === 'refresh')).toHaveLength(2);
    expect(driver.dialog(NOW - 100_000)).toBe('refreshing');
    driver.at(NOW - 99_000, settled(fresh(NOW + HOUR_MS)));
    expect(driver.dialog(NOW - 99_000)).toBeNull();
  });

  test('turns into the expired dialog at 0', () => {
    expect(failedInCritical().at(NOW, tick).dialog(NOW)).toBe('expired');
  });

  test('Log Out leads to the start page and clears the session, whatever the server responds', () => {
    const driver = failedInCritical().at(NOW - MINUTE_MS, { kind: 'logout-asked' });
    expect(driver.kinds().slice(-3)).toEqual(['revoke', 'clear', 'go']);
    expect(driver.dialog(NOW - MINUTE_MS)).toBeNull();
  });
});

describe('other tabs', () => {
  test('share their new tokens and the cooldown', () => {
    const driver = here().at(NOW, {
      kind: 'followed',
      stored: stored(NOW + 2 * HOUR_MS, 'second'),
    });
    expect(driver.state.phase).toMatchObject({ session: { accessToken: 'access-second' } });
    expect(driver.at(NOW + 59_999, { kind: 'unauthorized' }).effects).toEqual([]);
  });

  test('that log out log this one out', () => {
    const driver = here().at(NOW, { kind: 'followed', stored: nothing });
    expect(driver.effects.at(-1)).toEqual({ kind: 'go', to: 'home' });
  });

  test('that find the session revoked end it here too', () => {
    const driver = here().at(NOW, {
      kind: 'followed',
      stored: { kind: 'none', endedBy: 'refresh-refused' },
    });
    expect(driver.state.phase).toEqual({ kind: 'ended', reason: 'refresh-refused', user: mila });
  });

  test('that sign in sign this one in', () => {
    const driver = drive(begin(nothing, NOW).state).at(NOW, {
      kind: 'followed',
      stored: stored(NOW + HOUR_MS),
    });
    expect(driver.state.phase.kind).toBe('signed-in');
  });
});

test.each([
  [false, 'welcome-back'],
  [true, 'account-created'],
] as const)('a sign-in (after registration: %s) greets', (registered, kind) => {
  const driver = drive(begin(nothing, NOW).state).at(NOW, {
    kind: 'signed-in',
    session: sessionUntil(NOW + HOUR_MS),
    registered,
  });
  expect(driver.state.message).toEqual({ kind });
  expect(driver.kinds()).toEqual(['store', 'schedule']);
});

test('a clock set back does not stretch the cooldown', () => {
  const driver = drive(signedInState(sessionUntil(NOW + HOUR_MS)))
    .at(NOW, { kind: 'unauthorized' })
    .at(NOW, settled({ kind: 'unreachable' }))
    .at(NOW - 10 * HOUR_MS, tick)
    .at(NOW - 10 * HOUR_MS + REFRESH_COOLDOWN_MS, tick);
  expect(driver.kinds().filter((kind) => kind === 'refresh')).toHaveLength(2);
});
