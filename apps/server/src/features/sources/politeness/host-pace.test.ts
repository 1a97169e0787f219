import { afterEach, expect, test, vi } from 'vitest';
import { createFakeTime } from '#test/connector-harness.ts';
import { createHostPace, type Line } from './host-pace.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a wait for a host ends after five minutes, and holds up no other', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { acquire } = createHostPace(createFakeTime().timing);
  const { signal } = new AbortController();
  const release = await acquire('s.example.bg', signal);
  const waiting = acquire('s.example.bg', signal);
  vi.advanceTimersByTime(300_000);
  await expect(waiting).rejects.toMatchObject({ code: 'SOURCE_BUSY' });
  const next = acquire('s.example.bg', signal);
  release();
  await expect(next).resolves.toBeTypeOf('function');
});

test('hosts whose pause is over are forgotten', async () => {
  let now = 0;
  const lines = new Map<string, Line>();
  const timing = { clock: { now: () => now }, sleep: async () => {}, random: () => 0 };
  const { acquire } = createHostPace(timing, lines);
  const { signal } = new AbortController();
  const held = await acquire('held.example.bg', signal);
  for (let host = 0; host < 100; host += 1) {
    const release = await acquire(`s-${host}.example.bg`, signal);
    release();
    now += 1_500;
  }
  expect([...lines.keys()]).toEqual(['held.example.bg', 's-99.example.bg']);
  held();
});

test('a clock that is set back lengthens no wait', async () => {
  let now = 3_600_000;
  const waits: number[] = [];
  const sleep = async (ms: number): Promise<void> => void waits.push(ms);
  const { acquire } = createHostPace({ clock: { now: () => now }, sleep, random: () => 0 });
  const { signal } = new AbortController();
  const release = await acquire('s.example.bg', signal);
  release();
  now = 0;
  await acquire('s.example.bg', signal);
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeLessThan(60_000);
});
