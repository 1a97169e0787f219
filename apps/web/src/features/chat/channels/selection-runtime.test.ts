import { beforeEach, expect, test } from 'vitest';
import { SIDEBAR_SOURCE } from './selection.ts';
import { createChannelSelection, type ChannelSelection } from './selection-runtime.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock that only tests advance. */
let now: number;
let timers: Set<Timer>;
let saved: string[];
let chosen: ChannelSelection;

const pass = (ms: number): void => {
  const end = now + ms;
  for (;;) {
    const [next] = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
    if (next === undefined) break;
    timers.delete(next);
    now = next.at;
    next.run();
  }
  now = end;
};

const load = (): void =>
  chosen.tell({
    kind: 'channels-loaded',
    channels: ['general', 'deals'],
    withLastActive: new Set(['deals']),
    firstLoad: true,
  });
const open = (): string | null => chosen.selection.get().channelId;

beforeEach(() => {
  now = 1_000_000;
  timers = new Set();
  saved = [];
  chosen = createChannelSelection({
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    save: (channelId) => void saved.push(channelId),
  });
});

test('a channel is selected after 600 ms, and saved 500 ms later', () => {
  load();
  pass(599);
  expect(open()).toBe(null);
  pass(1);
  expect(open()).toBe('deals');
  pass(499);
  expect(saved).toEqual([]);
  pass(1);
  expect(saved).toEqual(['deals']);
});

test('the sidebar’s event within 600 ms ends the wait', () => {
  load();
  pass(300);
  chosen.tell({ kind: 'announced', channelId: 'general', source: SIDEBAR_SOURCE });
  expect(open()).toBe('general');
  pass(2_000);
  expect([open(), saved]).toEqual(['general', ['general']]);
});

test('another channel chosen within 1000 ms is blocked, and saved after that', () => {
  load();
  pass(600);
  pass(999);
  chosen.tell({ kind: 'chosen', channelId: 'general' });
  expect(open()).toBe('deals');
  pass(1);
  chosen.tell({ kind: 'chosen', channelId: 'general' });
  expect(open()).toBe('general');
  pass(500);
  expect(saved).toEqual(['deals', 'general']);
});

test('signing out ends the wait and saves nothing', () => {
  load();
  chosen.tell({ kind: 'signed-out' });
  pass(2_000);
  expect([open(), saved]).toEqual([null, []]);
  load();
  pass(600);
  chosen.tell({ kind: 'signed-out' });
  pass(2_000);
  expect([open(), saved]).toEqual([null, []]);
});
