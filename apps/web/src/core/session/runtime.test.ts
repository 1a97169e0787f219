import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { REFRESH_COOLDOWN_MS } from '@izgodno/contract/accounts/limits';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sessionPolicies } from './policy.ts';
import { mila } from './testing/sessions.ts';
import { createTabs, type Tab, type Weather } from './testing/tabs.ts';

const LIFETIME = 15 * MINUTE_MS;

/** Two tabs, both signed in. */
const twoTabs = async () => {
  const world = createTabs(sessionPolicies.absolute, LIFETIME);
  const first = world.open();
  const second = world.open();
  first.runtime.dispatch(world.signInEvent());
  await world.settle();
  return { world, first, second };
};

const phaseOf = ({ runtime }: Tab) => runtime.get().phase;
const accessTokenOf = (tab: Tab) => {
  const phase = phaseOf(tab);
  return phase.kind === 'signed-in' ? phase.session.accessToken : null;
};

test('a sign-in in one tab signs in the other', async () => {
  const { second } = await twoTabs();
  expect(phaseOf(second).kind).toBe('signed-in');
});

test('one tab refreshes, the other takes over its tokens', async () => {
  const { world, first, second } = await twoTabs();
  await world.clock.pass(LIFETIME - 2 * MINUTE_MS);
  expect(world.server.rotations).toHaveLength(1);
  expect(accessTokenOf(first)).toBe('access-2');
  expect(accessTokenOf(second)).toBe('access-2');
});

test('a failed attempt counts for every tab: the other does not call the server', async () => {
  const { world, first, second } = await twoTabs();
  world.server.setWeather('down');
  await world.clock.pass(LIFETIME - 2 * MINUTE_MS);
  expect(world.server.calls()).toBe(1);
  expect(first.runtime.get().dialog).toBe('warning');
  expect(second.runtime.get().dialog).toBe('warning');
});

test('a refresh whose response is lost is repeated as the same attempt, by any tab and after a restart', async () => {
  const { world, first, second } = await twoTabs();
  world.server.setWeather('lost');
  await world.clock.pass(LIFETIME - 2 * MINUTE_MS);
  expect(world.server.calls()).toBe(1);
  first.runtime.stop();
  world.server.setWeather('fine');
  await world.clock.pass(REFRESH_COOLDOWN_MS);
  expect(world.server.calls()).toBe(2);
  expect(accessTokenOf(second)).toBe('access-3');
  await world.clock.pass(LIFETIME - 2 * MINUTE_MS);
  expect(accessTokenOf(second)).toBe('access-4');
  // Each refresh is an attempt of its own.
  expect(world.values.get('sessionRefreshId')).toBeUndefined();
  expect(world.server.reuses()).toBe(0);
});

test('a tab that has just learned of a session does not refresh what another has just refreshed', async () => {
  const world = createTabs(sessionPolicies.absolute, LIFETIME);
  const first = world.open();
  const second = world.open();
  first.runtime.dispatch(world.signInEvent());
  first.unauthorized();
  await world.settle();
  second.runtime.dispatch({ kind: 'extend-asked' });
  second.unauthorized();
  await world.settle();
  expect(world.server.rotations).toHaveLength(1);
  await world.clock.pass(REFRESH_COOLDOWN_MS);
  expect(world.server.rotations).toHaveLength(1);
});

test('a burst of 401s in every tab is one refresh', async () => {
  const { world, first, second } = await twoTabs();
  for (let times = 0; times < 20; times++) {
    first.unauthorized();
    second.unauthorized();
  }
  await world.settle();
  expect(world.server.rotations).toHaveLength(1);
  expect(world.server.reuses()).toBe(0);
});

test('logging out in one tab logs out all and leaves nothing stored', async () => {
  const { world, first, second } = await twoTabs();
  first.runtime.dispatch({ kind: 'logout-asked' });
  await world.settle();
  expect(phaseOf(first)).toEqual({ kind: 'signed-out', notice: null });
  expect(phaseOf(second)).toEqual({ kind: 'signed-out', notice: null });
  expect(first.journeys).toEqual(['home']);
  expect(second.journeys).toEqual(['home']);
  expect([...world.values]).toEqual([]);
  expect(world.server.hasLiveSession()).toBe(false);
});

test('a refresh with a response after a logout in another tab restores nothing', async () => {
  const { world, first, second } = await twoTabs();
  world.server.setWeather('slow');
  first.unauthorized();
  // The response takes 8 s and arrives before the event of the other tab.
  await world.clock.pass(7_990);
  second.runtime.dispatch({ kind: 'logout-asked' });
  await world.clock.pass(MINUTE_MS);
  expect(phaseOf(first)).toEqual({ kind: 'signed-out', notice: null });
  expect([...world.values]).toEqual([]);
});

test('a stolen refresh token that the thief uses first ends the session in every tab', async () => {
  const { world, first, second } = await twoTabs();
  await world.server.refresh(world.values.get('refreshToken') ?? null, 'of the thief');
  first.unauthorized();
  await world.settle();
  expect(phaseOf(first)).toEqual({ kind: 'ended', reason: 'refresh-refused', user: mila });
  expect(phaseOf(second)).toEqual({ kind: 'ended', reason: 'refresh-refused', user: mila });
  await world.clock.pass(1_000);
  expect(first.journeys).toEqual(['login']);
});

test('a missing refresh token ends the session without a request', async () => {
  const { world, first } = await twoTabs();
  world.values.delete('refreshToken');
  first.unauthorized();
  await world.settle();
  expect(phaseOf(first)).toEqual({ kind: 'ended', reason: 'no-refresh-token', user: mila });
  expect(world.server.calls()).toBe(0);
});

test('with the proportional policy the cookie is enough', async () => {
  const world = createTabs(sessionPolicies.proportional, LIFETIME);
  const tab = world.open();
  tab.runtime.dispatch(world.signInEvent());
  world.values.delete('refreshToken');
  tab.unauthorized();
  await world.settle();
  expect(world.server.calls()).toBe(1);
});

test('a stored session is restored, validated and kept across a reload', async () => {
  const { world } = await twoTabs();
  const reloaded = world.open();
  expect(phaseOf(reloaded).kind).toBe('restoring');
  await world.settle();
  expect(phaseOf(reloaded).kind).toBe('signed-in');
});

test('a reload while the server is down keeps the session until it responds', async () => {
  const { world } = await twoTabs();
  world.server.setWeather('down');
  const reloaded = world.open();
  await world.settle();
  expect(phaseOf(reloaded)).toMatchObject({ kind: 'signed-in', validation: 'postponed' });
  world.server.setWeather('fine');
  await world.clock.pass(30_000);
  expect(phaseOf(reloaded)).toMatchObject({ kind: 'signed-in', validation: 'done' });
});

test('a refresh that waits for another tab in vain counts as failed', async () => {
  const { world, first } = await twoTabs();
  world.holdLock();
  first.runtime.dispatch({ kind: 'extend-asked' });
  await world.clock.pass(MINUTE_MS);
  expect(world.server.calls()).toBe(0);
  expect(phaseOf(first)).toMatchObject({ kind: 'signed-in', refresh: { kind: 'failed' } });
});

test('a page that is visible again learns at once that the session is over', async () => {
  const { world, first } = await twoTabs();
  // No event tells of storage that the browser cleared.
  world.values.clear();
  first.awake();
  await world.settle();
  expect(phaseOf(first).kind).toBe('signed-out');
});

test('messages disappear after their time', async () => {
  const { world, first } = await twoTabs();
  expect(first.runtime.get().message).toEqual({ kind: 'welcome-back' });
  await world.clock.pass(3_000);
  expect(first.runtime.get().message).toBeNull();
});

test('a message stays for its own time, not for that of the one before', async () => {
  const { world, first } = await twoTabs();
  await world.clock.pass(2_000);
  first.runtime.dispatch({ kind: 'extend-asked' });
  await world.settle();
  expect(first.runtime.get().message).toEqual({ kind: 'refreshed' });
  await world.clock.pass(2_000);
  expect(first.runtime.get().message).toEqual({ kind: 'refreshed' });
  await world.clock.pass(1_000);
  expect(first.runtime.get().message).toBeNull();
});

test('listeners are not called while nothing changes', async () => {
  const { world, first } = await twoTabs();
  await world.clock.pass(10_000);
  let notified = 0;
  first.runtime.subscribe(() => notified++);
  await world.clock.pass(20_000);
  expect(notified).toBe(0);
});

describe('random days of three tabs', () => {
  const RUNS = 1_000;
  const tabNumber = fc.nat({ max: 2 });
  const command = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('pass'),
        ms: fc.integer({ min: 0, max: 3 * MINUTE_MS }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('sleep'),
        ms: fc.integer({ min: 0, max: 20 * MINUTE_MS }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('weather'),
        weather: fc.constantFrom<Weather>('fine', 'fine', 'down', 'slow', 'lost'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom('401', 'extend', 'sign-in', '401', '401', 'log-out'),
        tab: tabNumber,
      }),
    },
  );

  test(`${RUNS} of them keep every rule`, async () => {
    const days = await fc.check(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 25 }), async (commands) => {
        const world = createTabs(sessionPolicies.absolute, 5 * MINUTE_MS);
        const tabs = [world.open(), world.open(), world.open()];
        const at = (index: number): Tab => tabs[index] ?? world.open();
        at(0).runtime.dispatch(world.signInEvent());
        for (const command of commands) {
          if (command.do === 'pass') await world.clock.pass(command.ms);
          else if (command.do === 'sleep') await world.clock.sleep(command.ms);
          else if (command.do === 'weather') world.server.setWeather(command.weather);
          else if (command.do === '401') at(command.tab).unauthorized();
          else if (command.do === 'extend')
            at(command.tab).runtime.dispatch({ kind: 'extend-asked' });
          else if (command.do === 'log-out')
            at(command.tab).runtime.dispatch({ kind: 'logout-asked' });
          else at(command.tab).runtime.dispatch(world.signInEvent());
          await world.settle();
        }
        // Longer than any response takes, then one run of every monitor.
        await world.clock.pass(40_000);

        const gaps = world.server.rotations.map(({ of, at }, index, rotations) => {
          const before = rotations.slice(0, index).findLast((other) => other.of === of);
          return before === undefined ? REFRESH_COOLDOWN_MS : at - before.at;
        });
        expect(Math.min(REFRESH_COOLDOWN_MS, ...gaps)).toBe(REFRESH_COOLDOWN_MS);
        expect(world.server.reuses(), 'a tab used an old refresh token').toBe(0);
        const tokens = new Set(tabs.map(accessTokenOf));
        expect(tokens.size, 'tabs are out of step').toBe(1);
        const stored = world.values.get('accessToken') ?? null;
        expect(tokens.has(stored)).toBe(true);
        for (const tab of tabs) tab.runtime.stop();
      }),
      { numRuns: RUNS },
    );
    expect(fc.defaultReportMessage(days)).toBeUndefined();
  }, 60_000);
});
