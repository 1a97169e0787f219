import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { REFRESH_COOLDOWN_MS } from '@izgodno/contract/accounts/limits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { begin, transition } from './machine.ts';
import { sessionPolicies, type PolicyName } from './policy.ts';
import type {
  RefreshOutcome,
  Session,
  SessionEffect,
  SessionEvent,
  SessionState,
  ValidationOutcome,
} from './state.ts';
import { mila, sessionUntil } from './testing/sessions.ts';
import { sessionDialog } from './status.ts';

/** Together with the smaller runs of the tabs' test, these make the suite's cases. */
const RUNS = 10_000;
const START = Date.UTC(2026, 10, 21);

type Command =
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'jump'; readonly ms: number }
  | { readonly do: 'answer-refresh'; readonly with: 'ok' | 'refused' | 'unreachable' | 'cooling' }
  | { readonly do: 'answer-check'; readonly with: ValidationOutcome['kind'] }
  | { readonly do: '401' | 'extend' | 'log-out' | 'sign-in' | 'monitor' | 'go-to-login' }
  | { readonly do: 'peer-refreshes' | 'peer-signs-out' | 'peer-signs-in' | 'peer-is-refused' };

const plain = fc.constantFrom<Command>(
  { do: '401' },
  { do: '401' },
  { do: 'extend' },
  { do: 'log-out' },
  { do: 'sign-in' },
  { do: 'sign-in' },
  { do: 'monitor' },
  { do: 'monitor' },
  { do: 'go-to-login' },
  { do: 'peer-refreshes' },
  { do: 'peer-signs-out' },
  { do: 'peer-signs-in' },
  { do: 'peer-is-refused' },
);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      ms: fc.constantFrom(1, 1_000, REFRESH_COOLDOWN_MS - 1, REFRESH_COOLDOWN_MS),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      ms: fc.integer({ min: 0, max: 4 * MINUTE_MS }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      ms: fc.integer({ min: 0, max: 180 * MINUTE_MS }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('jump'),
      ms: fc.integer({ min: -90 * MINUTE_MS, max: 90 * MINUTE_MS }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('answer-refresh'),
      with: fc.constantFrom('ok', 'ok', 'refused', 'unreachable', 'unreachable', 'cooling'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('answer-check'),
      with: fc.constantFrom('valid', 'valid', 'refused', 'unreachable', 'invalid-user'),
    }),
  },
  { weight: 5, arbitrary: plain },
);

/** Simulates everything around the machine and checks its effects. */
const createWorld = (policyName: PolicyName, lifetimeMs: number) => {
  const policy = sessionPolicies[policyName];
  let now = START;
  let made = 0;
  const make = (): Session => ({ ...sessionUntil(now + lifetimeMs, String(++made)), lifetimeMs });

  let stored: Session | null = make();
  const refreshes: Session[] = [];
  const checks: Session[] = [];
  let attempt: { of: string; at: number; inFlight: boolean; succeeded: boolean } | null = null;

  const watchRefresh = (session: Session, asked: boolean) => {
    if (attempt !== null) {
      const elapsed = now - attempt.at;
      expect(attempt.inFlight && attempt.of === session.accessToken, 'two in flight').toBe(false);
      if (attempt.succeeded) expect(elapsed).toBeGreaterThanOrEqual(REFRESH_COOLDOWN_MS);
      else if (attempt.of === session.accessToken && !asked)
        expect(elapsed).toBeGreaterThanOrEqual(REFRESH_COOLDOWN_MS);
    }
    attempt = { of: session.accessToken, at: now, inFlight: true, succeeded: false };
    refreshes.push(session);
  };

  const perform = (effect: SessionEffect) => {
    if (effect.kind === 'refresh') watchRefresh(effect.session, effect.asked);
    if (effect.kind === 'validate') checks.push(effect.session);
    if (effect.kind === 'clear') stored = null;
    if (effect.kind === 'store') stored = effect.session;
    if (effect.kind === 'store') expect(effect.session.expiresAt).toBeGreaterThan(now);
  };

  const first = begin({ kind: 'session', session: stored }, now);
  let state: SessionState = first.state;
  for (const effect of first.effects) perform(effect);

  const send = (event: SessionEvent) => {
    const before = state;
    const step = transition(state, event, { now, policy });
    ({ state } = step);
    const count = (kind: SessionEffect['kind']) =>
      step.effects.filter((effect) => effect.kind === kind).length;
    expect(count('refresh')).toBeLessThanOrEqual(1);
    expect(count('go')).toBeLessThanOrEqual(1);
    // A signed-out tab never calls the server.
    if (before.phase.kind !== 'signed-in') expect(count('refresh')).toBe(0);
    for (const effect of step.effects) perform(effect);
    if (state.phase.kind === 'leaving') send({ kind: 'arrived' });
  };

  const see = () =>
    stored === null
      ? ({ kind: 'none', endedBy: null } as const)
      : ({ kind: 'session', session: stored } as const);

  const eraseAttempt = () => {
    attempt = null;
  };

  const outcomeOf = (kind: 'ok' | 'refused' | 'unreachable' | 'cooling'): RefreshOutcome =>
    kind === 'ok' ? { kind: 'refreshed', session: make() } : { kind };

  const run = (command: Command): void => {
    switch (command.do) {
      case 'wait':
        now += command.ms;
        return;
      case 'jump':
        now += command.ms;
        // After the clock is set back, the cooldown starts at the current time.
        if (attempt !== null && attempt.at > now) attempt = { ...attempt, at: now };
        return;
      case 'answer-refresh': {
        const session = refreshes.shift();
        if (session === undefined) return;
        const outcome = outcomeOf(command.with);
        const current = state.phase.kind === 'signed-in' ? state.phase : null;
        const counts =
          current?.refresh.kind === 'running' &&
          current.session.accessToken === session.accessToken;
        if (counts && attempt !== null) {
          const succeeded = outcome.kind === 'refreshed';
          attempt = { ...attempt, inFlight: false, succeeded, at: succeeded ? now : attempt.at };
        }
        const before = state;
        send({ kind: 'refresh-settled', of: session.accessToken, outcome });
        if (!counts) expect(state, 'an answer to another session was heard').toBe(before);
        return;
      }
      case 'answer-check': {
        const session = checks.shift();
        if (session === undefined) return;
        const outcome: ValidationOutcome =
          command.with === 'valid' ? { kind: 'valid', user: mila } : { kind: command.with };
        send({ kind: 'validated', of: session.accessToken, outcome });
        return;
      }
      case '401':
        send({ kind: 'unauthorized' });
        return;
      case 'extend':
        send({ kind: 'extend-asked' });
        return;
      case 'log-out':
        send({ kind: 'logout-asked' });
        return;
      case 'go-to-login':
        send({ kind: 'login-asked' });
        return;
      case 'sign-in':
        eraseAttempt();
        send({ kind: 'signed-in', session: make(), registered: false });
        return;
      case 'monitor':
        send({ kind: 'monitored', stored: see() });
        return;
      case 'peer-refreshes':
        if (stored === null) return;
        stored = make();
        if (state.phase.kind === 'signed-in' || state.phase.kind === 'restoring') {
          attempt = { of: stored.accessToken, at: now, inFlight: false, succeeded: true };
        }
        send({ kind: 'followed', stored: see() });
        return;
      case 'peer-signs-out':
        stored = null;
        send({ kind: 'followed', stored: see() });
        return;
      case 'peer-signs-in':
        if (stored !== null) return;
        eraseAttempt();
        stored = make();
        send({ kind: 'followed', stored: see() });
        return;
      case 'peer-is-refused':
        stored = null;
        send({ kind: 'followed', stored: { kind: 'none', endedBy: 'refresh-refused' } });
    }
  };

  const check = () => {
    send({ kind: 'tick' });
    const { phase } = state;
    if (phase.kind === 'signed-in' || phase.kind === 'restoring') {
      const isLast =
        phase.kind === 'restoring'
          ? phase.refreshingSince !== null
          : phase.refresh.kind === 'running' && phase.refresh.isLast;
      if (!isLast)
        expect(phase.session.expiresAt, 'an expired session was kept').toBeGreaterThan(now);
      expect(stored).not.toBeNull();
    } else {
      expect(stored, 'tokens outlive their session').toBeNull();
    }
    const dialog = sessionDialog(state, now, policy);
    if (dialog === 'expired') expect(phase.kind).toBe('ended');
    else if (dialog !== null) expect(phase.kind).toBe('signed-in');
    if (phase.kind === 'ended') expect(dialog).toBe('expired');
  };

  return { run, check };
};

test(`in ${RUNS} random lives no rule of the session is broken`, () => {
  const lives = fc.check(
    fc.property(
      fc.constantFrom<PolicyName>('absolute', 'proportional'),
      fc.constantFrom(90_000, 5 * MINUTE_MS, 15 * MINUTE_MS, 120 * MINUTE_MS),
      fc.array(command, { minLength: 1, maxLength: 40 }),
      (policyName, lifetimeMs, commands) => {
        const world = createWorld(policyName, lifetimeMs);
        for (const command of commands) {
          world.run(command);
          world.check();
        }
      },
    ),
    { numRuns: RUNS },
  );
  expect(fc.defaultReportMessage(lives)).toBeUndefined();
}, 60_000);
