import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWhenQuiet } from './register-offers.ts';

const run = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  run.mockClear();
});
afterEach(() => void vi.useRealTimers());

const create = () => createWhenQuiet({ quietMs: 1_000, longestMs: 5_000 }, run);

test('many notes cause one run, a while after the last', () => {
  const quiet = create();
  for (let time = 0; time < 4; time += 1) {
    quiet.note();
    vi.advanceTimersByTime(900);
  }
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(run).toHaveBeenCalledTimes(1);
});

test('continuous notes do not postpone a run endlessly', () => {
  const quiet = create();
  for (let time = 0; time < 120; time += 1) {
    quiet.note();
    vi.advanceTimersByTime(100);
  }
  expect(run).toHaveBeenCalledTimes(2);
});

test('nothing runs after stop', () => {
  const quiet = create();
  quiet.note();
  quiet.stop();
  vi.advanceTimersByTime(60_000);
  expect(run).not.toHaveBeenCalled();
});
