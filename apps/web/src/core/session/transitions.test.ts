import { HOUR_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import { describe, expect, test } from 'vitest';
import { LAST_REFRESH_MS, RESUME_PATIENCE_MS, RESUME_RETRY_MS } from './limits.ts';
import { begin, transition } from './machine.ts';
import { sessionPolicies } from './policy.ts';
import type {
  EndReason,
  Phase,
  Refresh,
  RefreshOutcome,
  Session,
  SessionEffect,
  SessionEvent,
  SessionState,
  SignedIn,
  StoredState,
} from './state.ts';
import { sessionDialog, sessionStatus } from './status.ts';
import { mila, runningSince, sessionUntil } from './testing/sessions.ts';

/** The exact state and effects of each event, where `machine.test.ts` asserts what users notice. */

const NOW = Date.UTC(2026, 10, 21);
const policy = sessionPolicies.absolute;
const session = sessionUntil(NOW + HOUR_MS);
const over = sessionUntil(NOW);
const other = sessionUntil(NOW + 2 * HOUR_MS, 'second');
const user = { ...mila, name: 'Mila B.' };

const running = runningSince(NOW);
const signedIn = (more: Partial<SignedIn> = {}): SignedIn => ({
  kind: 'signed-in',
  session,
  validation: 'done',
  refresh: { kind: 'none' },
  ...more,
});
const restoring = (of: Session = session, refreshingSince: number | null = null): Phase => ({
  kind: 'restoring',
  session: of,
  refreshingSince,
});
const signedOut: Phase = { kind: 'signed-out', notice: null };
const ended = (reason: EndReason): Phase => ({ kind: 'ended', reason, user: mila });
const leaving = (notice: EndReason | null): Phase => ({ kind: 'leaving', notice });
const inPhase = (phase: Phase, message: SessionState['message'] = null): SessionState => ({
  phase,
  message,
});

const stored = (of: Session): StoredState => ({ kind: 'session', session: of });
const nothing: StoredState = { kind: 'none', endedBy: null };
const followed = (of: StoredState): SessionEvent => ({ kind: 'followed', stored: of });
const monitored = (of: StoredState): SessionEvent => ({ kind: 'monitored', stored: of });
const validated = (
  outcome: Extract<SessionEvent, { kind: 'validated' }>['outcome'],
  of = session.accessToken,
): SessionEvent => ({ kind: 'validated', of, outcome });
const settled = (outcome: RefreshOutcome, of = session.accessToken): SessionEvent => ({
  kind: 'refresh-settled',
  of,
  outcome,
});

const revoke = (of: Session, asked = false): SessionEffect => ({
  kind: 'revoke',
  session: of,
  asked,
});
const clear = (endedBy: EndReason | null): SessionEffect => ({ kind: 'clear', endedBy });
const redirect: SessionEffect = { kind: 'schedule', timer: 'redirect', afterMs: 1_000 };
const message = (afterMs: number): SessionEffect => ({
  kind: 'schedule',
  timer: 'message',
  afterMs,
});
const loggedOut = (of: Session): readonly SessionEffect[] => [
  revoke(of, true),
  clear(null),
  { kind: 'go', to: 'home' },
];

const after = (phase: Phase, event: SessionEvent, said: SessionState['message'] = null) =>
  transition(inPhase(phase, said), event, { now: NOW, policy });

/** A phase, an event, and the phase and effects that follow. */
type Row = readonly [string, Phase, SessionEvent, Phase, readonly SessionEffect[]];

const withRefresh = (refresh: Refresh): SignedIn => signedIn({ refresh });
const unreachable: SignedIn = signedIn({ validation: 'postponed' });
const extended = { ...session, expiresAt: session.expiresAt + 1 };

const atLast = signedIn({ session: over, refresh: { ...running, isLast: true } });

const rows: readonly Row[] = [
  [
    'the last refresh of an expired session is repeated, as one that was requested',
    atLast,
    { kind: 'timer', timer: 'refresh' },
    atLast,
    [{ kind: 'refresh', session: over, asked: true }],
  ],
  [
    'the refresh at start-up is repeated, as one that was requested',
    restoring(over, NOW),
    { kind: 'timer', timer: 'refresh' },
    restoring(over, NOW),
    [{ kind: 'refresh', session: over, asked: true }],
  ],
  [
    'tokens that expired elsewhere end a session that is not refreshed at start-up',
    restoring(),
    followed(stored(over)),
    ended('expired'),
    [revoke(over), clear('expired'), redirect],
  ],
  [
    'the monitor repeats a postponed validation',
    unreachable,
    monitored(stored(session)),
    signedIn({ validation: 'asking' }),
    [{ kind: 'validate', session }],
  ],
  [
    'a validation during a refresh keeps the refresh',
    withRefresh(running),
    validated({ kind: 'valid', user }),
    signedIn({ session: { ...session, user }, refresh: running }),
    [{ kind: 'store-user', user }],
  ],
  [
    'a rejected validation waits for the refresh that it started',
    withRefresh(running),
    validated({ kind: 'refused' }),
    signedIn({ validation: 'postponed', refresh: running }),
    [],
  ],
  [
    'a rejected validation without a refresh signs out',
    signedIn(),
    validated({ kind: 'refused' }),
    signedOut,
    [revoke(session), clear(null)],
  ],
  [
    'an unreachable server postpones the validation',
    restoring(),
    validated({ kind: 'unreachable' }),
    unreachable,
    [],
  ],
  [
    'an expired session that another tab removed has expired',
    signedIn({ session: over }),
    followed(nothing),
    ended('expired'),
    [revoke(over), clear('expired'), redirect],
  ],
  [
    'what another tab ended is revoked already',
    signedIn(),
    followed({ kind: 'none', endedBy: 'refresh-refused' }),
    ended('refresh-refused'),
    [clear('refresh-refused'), redirect],
  ],
  [
    'an expired session of another tab ends this one',
    signedIn(),
    followed(stored(over)),
    ended('expired'),
    [revoke(over), clear('expired'), redirect],
  ],
  [
    'tokens of another tab count as refreshed now',
    signedIn(),
    followed(stored(other)),
    signedIn({ session: other, refresh: { kind: 'succeeded', since: NOW } }),
    [],
  ],
  [
    'another expiry of the same tokens is taken over',
    signedIn(),
    followed(stored(extended)),
    signedIn({ session: extended }),
    [],
  ],
  [
    'a changed user is stored',
    signedIn(),
    { kind: 'user-changed', user },
    signedIn({ session: { ...session, user } }),
    [{ kind: 'store-user', user }],
  ],
  [
    'a stored session that expires before its validation has ended',
    restoring(over),
    { kind: 'tick' },
    ended('expired'),
    [revoke(over), clear('expired'), redirect],
  ],
  [
    'a restored session follows a logout',
    restoring(),
    followed(nothing),
    leaving(null),
    loggedOut(session),
  ],
  [
    'a restored session is monitored',
    restoring(),
    monitored(nothing),
    leaving(null),
    loggedOut(session),
  ],
  [
    'a restored session may be left',
    restoring(),
    { kind: 'logout-asked' },
    leaving(null),
    loggedOut(session),
  ],
  [
    'a monitored sign-in of another tab counts',
    signedOut,
    monitored(stored(session)),
    signedIn(),
    [],
  ],
  [
    'the expired page leads to sign-in at once',
    ended('expired'),
    { kind: 'login-asked' },
    leaving('expired'),
    [{ kind: 'go', to: 'login' }],
  ],
  [
    'a new session that has expired ends',
    signedOut,
    { kind: 'signed-in', session: over, registered: false },
    { kind: 'ended', reason: 'expired', user: null },
    [revoke(over), clear('expired'), redirect],
  ],
  [
    'a request to extend shows the refresh that runs',
    withRefresh(running),
    { kind: 'extend-asked' },
    withRefresh({ ...running, asked: true }),
    [],
  ],
  [
    'refreshed tokens that have expired end the session',
    withRefresh(running),
    settled({ kind: 'refreshed', session: over }),
    ended('expired'),
    [revoke(over), clear('expired'), redirect],
  ],
];

describe('the phase and the effects', () => {
  test.each(rows)('%s', (_, phase, event, next, effects) => {
    expect(after(phase, event)).toEqual({ state: inPhase(next), effects });
  });

  test('a 401 starts a refresh that no user requested', () => {
    expect(after(signedIn(), { kind: 'unauthorized' })).toEqual({
      state: inPhase(withRefresh(running), { kind: 'refreshing' }),
      effects: [{ kind: 'refresh', session, asked: false }],
    });
  });

  test('the monitor starts one silently in the last minute', () => {
    const soon = sessionUntil(NOW + MINUTE_MS);
    expect(after(signedIn({ session: soon }), monitored(stored(soon)))).toEqual({
      state: inPhase(signedIn({ session: soon, refresh: running }), { kind: 'refreshing' }),
      effects: [{ kind: 'refresh', session: soon, asked: false }],
    });
  });

  test('a sign-in is stored and greeted', () => {
    expect(after(signedOut, { kind: 'signed-in', session, registered: false })).toEqual({
      state: inPhase(signedIn(), { kind: 'welcome-back' }),
      effects: [{ kind: 'store', session }, message(3_000)],
    });
  });
});

describe('the message of a refresh', () => {
  const said = { kind: 'refreshing' } as const;

  test.each<[RefreshOutcome, Refresh]>([
    [{ kind: 'cooling' }, { kind: 'failed', since: NOW }],
    [
      { kind: 'fresh', at: NOW - 5 },
      { kind: 'succeeded', since: NOW - 5 },
    ],
  ])('goes without another after %o', (outcome, refresh) => {
    expect(after(withRefresh(running), settled(outcome), said)).toEqual({
      state: inPhase(withRefresh(refresh)),
      effects: [],
    });
  });

  test('goes with the session, and with the tokens of another tab; others stay', () => {
    const end = followed({ kind: 'none', endedBy: 'expired' });
    for (const event of [end, followed(stored(other))]) {
      expect(after(signedIn(), event, said).state.message).toBeNull();
      const welcome = { kind: 'welcome-back' } as const;
      expect(after(signedIn(), event, welcome).state.message).toEqual(welcome);
    }
  });

  test('goes with a logout, as any other', () => {
    expect(after(signedIn(), { kind: 'logout-asked' }, { kind: 'refreshed' }).state).toEqual(
      inPhase(leaving(null)),
    );
  });
});

describe('nothing changes', () => {
  const soon = sessionUntil(NOW + 4 * MINUTE_MS);
  const long = { ...running, since: NOW - HOUR_MS };
  const refreshed = settled({ kind: 'refreshed', session: other });

  test.each<[string, Phase, SessionEvent]>([
    ['for a validation of other tokens', signedIn(), validated({ kind: 'invalid-user' }, 'old')],
    ['for stored tokens that are known', signedIn(), followed(stored(session))],
    ['for stored tokens that expire soon', signedIn({ session: soon }), followed(stored(soon))],
    [
      'for the monitor while a refresh runs',
      signedIn({ session: soon, refresh: running }),
      monitored(stored(soon)),
    ],
    ['for the end of a navigation', signedIn(), { kind: 'arrived' }],
    ['for a 401 during a long refresh', withRefresh(long), { kind: 'unauthorized' }],
    ['for a refresh of other tokens', withRefresh(running), settled({ kind: 'cooling' }, 'old')],
    ['for a refresh that does not run', signedIn(), refreshed],
    ['for a tick before the validation', restoring(), { kind: 'tick' }],
    ['for a tick during the refresh at start-up', restoring(over, NOW), { kind: 'tick' }],
    ['for expired tokens at start-up', restoring(over, NOW), followed(stored(over))],
    ['for a late timer at start-up', restoring(), { kind: 'timer', timer: 'refresh' }],
    ['for a late timer of a refresh', signedIn(), { kind: 'timer', timer: 'refresh' }],
    ['for the timer of another refresh', withRefresh(running), { kind: 'timer', timer: 'refresh' }],
    ['for the monitor during a last refresh', atLast, monitored(stored(over))],
    ['for another timer after the end', ended('expired'), { kind: 'timer', timer: 'refresh' }],
    ['for an extension before the validation', restoring(), { kind: 'extend-asked' }],
    ['for a logout elsewhere', signedOut, followed(nothing)],
    ['for an expired session elsewhere', signedOut, followed(stored(over))],
    ['for the end of another navigation', ended('expired'), { kind: 'arrived' }],
    ['for a late redirect', signedOut, { kind: 'timer', timer: 'redirect' }],
    ['for a logout when signed out', signedOut, { kind: 'logout-asked' }],
  ])('%s', (_, phase, event) => {
    const state = inPhase(phase, { kind: 'welcome-back' });
    const next = transition(state, event, { now: NOW, policy });
    expect(next.effects).toEqual([]);
    expect(next.state).toBe(state);
  });
});

describe('start-up', () => {
  test('without a session removes what is left of one', () => {
    expect(begin(nothing, NOW).effects).toEqual([clear(null)]);
  });

  test('with an expired session tries one silent refresh, and ends it if that fails', () => {
    const { state, effects } = begin(stored(over), NOW);
    expect(state.phase).toEqual(restoring(over, NOW));
    expect(effects).toEqual([{ kind: 'refresh', session: over, asked: true }]);
    const settle = (outcome: RefreshOutcome, now = NOW) =>
      transition(
        state,
        { kind: 'refresh-settled', of: over.accessToken, outcome },
        { now, policy },
      );
    expect(settle({ kind: 'refreshed', session: other })).toEqual({
      state: inPhase(signedIn({ session: other, refresh: { kind: 'succeeded', since: NOW } })),
      effects: [{ kind: 'store', session: other }],
    });
    expect(settle({ kind: 'refused' })).toEqual({
      state: inPhase({ kind: 'signed-out', notice: 'expired' }),
      effects: [revoke(over), clear('expired')],
    });
    // The network may return later than the page.
    expect(settle({ kind: 'unreachable' }).effects).toEqual([
      { kind: 'schedule', timer: 'refresh', afterMs: RESUME_RETRY_MS },
    ]);
    expect(settle({ kind: 'unreachable' }, NOW + RESUME_PATIENCE_MS).state.phase).toEqual({
      kind: 'signed-out',
      notice: 'expired',
    });
    const tick = { now: NOW + LAST_REFRESH_MS, policy };
    expect(transition(state, { kind: 'tick' }, tick)).toEqual({
      state: inPhase({ kind: 'signed-out', notice: 'expired' }),
      effects: [revoke(over), clear('expired')],
    });
  });
});

describe('what the page shows', () => {
  test.each([restoring(), leaving(null), signedOut])('of $kind is an inactive session', (phase) => {
    expect(sessionStatus(inPhase(phase), NOW, policy)).toBe('inactive');
  });

  test('is the expiry, also while a refresh runs', () => {
    const state = inPhase(signedIn({ session: over, refresh: running }));
    expect(sessionStatus(state, NOW, policy)).toBe('expired');
    expect(sessionStatus(state, NOW - 1, policy)).toBe('refreshing');
  });

  test('is no dialog before the critical time', () => {
    const failed = inPhase(withRefresh({ kind: 'failed', since: NOW }));
    expect(sessionDialog(failed, session.expiresAt - 3 * MINUTE_MS, policy)).toBeNull();
    expect(sessionDialog(failed, session.expiresAt - 2 * MINUTE_MS, policy)).toBe('warning');
  });
});

test('tokens are refreshed by the stored token, or by the cookie', () => {
  expect(sessionPolicies.absolute.refreshBy).toBe('body');
  expect(sessionPolicies.proportional.refreshBy).toBe('cookie');
});
