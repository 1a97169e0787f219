import { expect, test } from 'vitest';
import { LAST_REFRESH_MS, SLEPT_MS } from './limits.ts';
import { transition } from './machine.ts';
import { sessionPolicies } from './policy.ts';
import type { Phase, Refresh, Session, SessionEffect, SessionEvent } from './state.ts';
import { mila, runningSince, sessionUntil } from './testing/sessions.ts';

/** The refresh of a session that has run out, which is the last one. */

const NOW = Date.UTC(2026, 10, 21);
const over = sessionUntil(NOW);
const slept = sessionUntil(NOW - SLEPT_MS);
const running = runningSince(NOW);
const last = { ...running, isLast: true };

const signedIn = (session: Session, refresh: Refresh): Phase => ({
  kind: 'signed-in',
  session,
  validation: 'done',
  refresh,
});
const restoring = (refreshingSince: number | null): Phase => ({
  kind: 'restoring',
  session: over,
  refreshingSince,
});
const ended: Phase = { kind: 'ended', reason: 'expired', user: mila };
const endOf = (session: Session): readonly SessionEffect[] => [
  { kind: 'revoke', session, asked: false },
  { kind: 'clear', endedBy: 'expired' },
  { kind: 'schedule', timer: 'redirect', afterMs: 1_000 },
];
const rejected = (of: string): SessionEvent => ({
  kind: 'refresh-settled',
  of,
  outcome: { kind: 'refused' },
});

const after = (phase: Phase, event: SessionEvent) =>
  transition({ phase, message: null }, event, { now: NOW, policy: sessionPolicies.absolute });

test.each<[string, Phase, Phase, readonly SessionEffect[]]>([
  ['a session that expires during a refresh ends', signedIn(over, running), ended, endOf(over)],
  [
    'a session that expired during sleep is refreshed once more',
    signedIn(slept, { kind: 'none' }),
    signedIn(slept, last),
    [{ kind: 'refresh', session: slept, asked: true }],
  ],
  [
    'a refresh that ran before the sleep is the last one',
    signedIn(slept, running),
    signedIn(slept, last),
    [],
  ],
  [
    'a last refresh without a result ends the session',
    signedIn(slept, { ...last, since: NOW - LAST_REFRESH_MS }),
    ended,
    endOf(slept),
  ],
])('%s', (_, phase, next, effects) => {
  expect(after(phase, { kind: 'tick' })).toEqual({
    state: { phase: next, message: null },
    effects,
  });
});

test.each([
  ['that start-up did not begin', restoring(null), over.accessToken],
  ['of other tokens', restoring(NOW), 'old'],
])('a refresh %s changes nothing', (_, phase, of) => {
  expect(after(phase, rejected(of))).toEqual({ state: { phase, message: null }, effects: [] });
});
