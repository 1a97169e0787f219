import { expect, test } from 'vitest';
import { IDLE_AFTER_MS, watchIdle } from './idle.ts';

const createWorld = () => {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const signs = new Set<() => void>();
  const connections = new Set<() => void>();
  const said: boolean[] = [];
  let shared = 0;
  const stop = watchIdle({
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    onSign: (listener) => {
      signs.add(listener);
      return () => void signs.delete(listener);
    },
    share: () => {
      shared += 1;
    },
    say: (idle) => {
      said.push(idle);
      return true;
    },
    onConnected: (listener) => {
      connections.add(listener);
      return () => void connections.delete(listener);
    },
  });
  return {
    said,
    stop,
    shared: () => shared,
    touch: () => signs.forEach((listener) => listener()),
    connect: () => connections.forEach((listener) => listener()),
    pass: (ms: number) => {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      due.forEach(({ run }) => run());
    },
    waiting: () => timers.length + signs.size + connections.size,
  };
};

test('idleness is reported once, and again on a new connection', () => {
  const world = createWorld();
  world.pass(IDLE_AFTER_MS - 1);
  expect(world.said).toEqual([]);
  world.pass(1);
  world.pass(IDLE_AFTER_MS);
  expect(world.said).toEqual([true]);
  world.connect();
  expect(world.said).toEqual([true, true]);
  world.touch();
  expect(world.said).toEqual([true, true, false]);
  world.connect();
  expect(world.said).toHaveLength(3);
  world.pass(IDLE_AFTER_MS);
  expect(world.said).toEqual([true, true, false, true]);
});

test('each activity delays it, and many close together are shared as one', () => {
  const world = createWorld();
  world.pass(IDLE_AFTER_MS - 1_000);
  world.touch();
  world.pass(9_999);
  world.touch();
  expect(world.shared()).toBe(1);
  expect(world.said).toEqual([]);
  world.pass(1);
  world.touch();
  expect(world.shared()).toBe(2);
  world.pass(IDLE_AFTER_MS);
  expect(world.said).toEqual([true]);
});

test.for([
  ['at once', []],
  ['while it waits longer', [20_000, IDLE_AFTER_MS - 20_000]],
  ['after idleness', [IDLE_AFTER_MS, 0]],
] as const)('it removes all its listeners %s', ([, times]) => {
  const world = createWorld();
  for (const time of times) {
    world.pass(time);
    if (time !== 0) world.touch();
  }
  world.stop();
  expect(world.waiting()).toBe(0);
});
