import { beforeEach, describe, expect, test } from 'vitest';
import {
  ChannelSelection,
  noSelection,
  SIDEBAR_SOURCE,
  stepSelection,
  type Selection,
  type SelectionEffect,
  type SelectionEvent,
} from './selection.ts';

/** Feeds timed events, in milliseconds from 1,000,000. */
const play = (
  ...events: readonly (readonly [at: number, SelectionEvent])[]
): { readonly selection: Selection; readonly effects: readonly SelectionEffect[] } => {
  let selection = noSelection;
  const effects: SelectionEffect[] = [];
  for (const [at, event] of events) {
    const step = stepSelection(selection, event, 1_000_000 + at);
    ({ selection } = step);
    effects.push(...step.effects);
  }
  return { selection, effects };
};

const loaded = (
  given: Partial<Extract<SelectionEvent, { kind: 'channels-loaded' }>> = {},
): SelectionEvent => ({
  kind: 'channels-loaded',
  channels: ['a', 'b', 'c'],
  withLastActive: new Set(['b']),
  firstLoad: true,
  ...given,
});
const announced = (channelId: string, source = SIDEBAR_SOURCE): SelectionEvent => ({
  kind: 'announced',
  channelId,
  source,
});
const chosen = (channelId: string): SelectionEvent => ({ kind: 'chosen', channelId });
const WAIT_OVER = { kind: 'wait-over' } as const;

describe('the automatically selected channel', () => {
  test('is the one with a stored last active message, after a wait of 600 ms', () => {
    const waiting = play([0, loaded()]);
    expect(waiting.selection.channelId).toBeNull();
    expect(waiting.effects).toEqual([{ kind: 'wait', ms: 600 }]);
    const { selection, effects } = play([0, loaded()], [600, WAIT_OVER]);
    expect(selection).toMatchObject({ channelId: 'b', completed: true });
    expect(effects.at(-1)).toEqual({ kind: 'save-after', ms: 500, channelId: 'b' });
  });

  test('is the first one if none is stored', () => {
    const { selection } = play([0, loaded({ withLastActive: new Set() })], [600, WAIT_OVER]);
    expect(selection.channelId).toBe('a');
  });

  test('is the first by the activity that arrives during the wait', () => {
    const withLastActive = new Set<string>();
    const { selection, effects } = play(
      [0, loaded({ withLastActive })],
      [200, loaded({ withLastActive, channels: ['c', 'a', 'b'], firstLoad: false })],
      [600, WAIT_OVER],
    );
    expect(selection.channelId).toBe('c');
    expect(effects.map(({ kind }) => kind)).toEqual(['wait', 'save-after']);
  });

  test('is selected at once after the first page load', () => {
    expect(play([0, loaded({ firstLoad: false })]).selection.channelId).toBe('b');
  });

  test('is none if there are no channels', () => {
    const { selection } = play([0, loaded({ channels: [] })], [600, WAIT_OVER]);
    expect(selection).toMatchObject({ channelId: null, completed: false });
  });

  test('is selected once in a session', () => {
    const { selection } = play(
      [0, loaded({ firstLoad: false })],
      [5_000, chosen('c')],
      [9_000, loaded({ firstLoad: false })],
      [9_600, WAIT_OVER],
    );
    expect(selection.channelId).toBe('c');
  });

  test('is selected again after signing out', () => {
    const { selection, effects } = play(
      [0, loaded({ firstLoad: false })],
      [5_000, { kind: 'signed-out' }],
    );
    expect(selection).toEqual(noSelection);
    expect(effects.at(-1)).toEqual({ kind: 'stop-waiting' });
  });
});

describe('the sidebar', () => {
  test('that reports first decides, and ends the wait', () => {
    const { selection, effects } = play([0, loaded()], [300, announced('c')], [600, WAIT_OVER]);
    expect(selection.channelId).toBe('c');
    expect(effects).toEqual([
      { kind: 'wait', ms: 600 },
      { kind: 'stop-waiting' },
      { kind: 'save-after', ms: 500, channelId: 'c' },
    ]);
  });

  test('also decides before the channels have loaded', () => {
    expect(play([0, announced('c')], [100, loaded()]).selection.channelId).toBe('c');
  });

  test('is the only source that counts', () => {
    const { selection } = play([0, loaded()], [300, announced('c', 'Other')], [600, WAIT_OVER]);
    expect(selection.channelId).toBe('b');
  });

  test('is ignored after a channel was selected', () => {
    const { selection } = play([0, loaded()], [600, WAIT_OVER], [2_000, announced('c')]);
    expect(selection.channelId).toBe('b');
  });
});

describe('a user’s choice', () => {
  test.for([
    [999, 'b'],
    [1_000, 'c'],
  ] as const)('of another channel %i ms after the last selection opens %s', ([ms, expected]) => {
    const { selection } = play([0, loaded({ firstLoad: false })], [ms, chosen('c')]);
    expect(selection.channelId).toBe(expected);
  });

  test('while the page still waits is not delayed', () => {
    const { selection } = play([0, loaded()], [200, chosen('c')], [600, WAIT_OVER]);
    expect(selection.channelId).toBe('c');
  });

  test('has the newest message of the channel saved after 500 ms', () => {
    const { effects } = play([0, loaded({ firstLoad: false })], [2_000, chosen('a')]);
    expect(effects.at(-1)).toEqual({ kind: 'save-after', ms: 500, channelId: 'a' });
  });

  test('by a link always counts', () => {
    const { selection } = play(
      [0, loaded({ firstLoad: false })],
      [10, { kind: 'addressed', channelId: 'c' }],
    );
    expect(selection.channelId).toBe('c');
  });
});

describe('in time', () => {
  interface Timer {
    readonly at: number;
    readonly run: () => void;
  }

  /** A clock that only tests advance. */
  let now: number;
  let timers: Set<Timer>;
  let saved: string[];
  let held: ChannelSelection;

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
    held.dispatch({
      kind: 'channels-loaded',
      channels: ['general', 'deals'],
      withLastActive: new Set(['deals']),
      firstLoad: true,
    });
  const open = (): string | null => held.selection.get().channelId;

  beforeEach(() => {
    now = 1_000_000;
    timers = new Set();
    saved = [];
    held = new ChannelSelection({
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
    held.dispatch({ kind: 'announced', channelId: 'general', source: SIDEBAR_SOURCE });
    expect(open()).toBe('general');
    pass(2_000);
    expect([open(), saved]).toEqual(['general', ['general']]);
  });

  test('another channel chosen within 1000 ms is blocked, and saved after that', () => {
    load();
    pass(600);
    pass(999);
    held.dispatch({ kind: 'chosen', channelId: 'general' });
    expect(open()).toBe('deals');
    pass(1);
    held.dispatch({ kind: 'chosen', channelId: 'general' });
    expect(open()).toBe('general');
    pass(500);
    expect(saved).toEqual(['deals', 'general']);
  });

  test('of two channels that links lead to in a row, the second is saved', () => {
    held.dispatch({ kind: 'addressed', channelId: 'deals' });
    pass(300);
    held.dispatch({ kind: 'addressed', channelId: 'general' });
    pass(2_000);
    expect([open(), saved]).toEqual(['general', ['general']]);
  });

  test('signing out ends the wait and saves nothing', () => {
    load();
    held.dispatch({ kind: 'signed-out' });
    pass(2_000);
    expect([open(), saved]).toEqual([null, []]);
    load();
    pass(600);
    held.dispatch({ kind: 'signed-out' });
    pass(2_000);
    expect([open(), saved]).toEqual([null, []]);
  });
});
