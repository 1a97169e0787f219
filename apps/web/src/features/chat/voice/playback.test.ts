import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockText, nextSpeed, restingAt, stepPlayback, type PlaybackEvent } from './playback.ts';

const after = (durationMs: number, events: readonly PlaybackEvent[]) =>
  events.reduce(stepPlayback, restingAt(durationMs));

test('it plays, pauses in place, and starts again after its end', () => {
  const rested = after(10_000, [
    { kind: 'wanted' },
    { kind: 'playing' },
    { kind: 'reached', positionMs: 4_000 },
    { kind: 'rested' },
  ]);
  expect(rested).toEqual({ status: 'resting', positionMs: 4_000, durationMs: 10_000 });
  expect(stepPlayback(rested, { kind: 'ended' })).toMatchObject({ positionMs: 0 });
});

test('a failure stays until it is played again', () => {
  const failed = after(10_000, [{ kind: 'wanted' }, { kind: 'failed' }, { kind: 'rested' }]);
  expect(failed.status).toBe('failed');
  expect(stepPlayback(failed, { kind: 'wanted' }).status).toBe('loading');
});

test('the duration comes from the message until the audio reports it', () => {
  expect(after(7_000, [{ kind: 'length', durationMs: Infinity }]).durationMs).toBe(7_000);
  expect(after(7_000, [{ kind: 'length', durationMs: 6_954.4 }]).durationMs).toBe(6_954);
});

test('the position stays within the duration', () => {
  const event = fc.oneof<fc.Arbitrary<PlaybackEvent>[]>(
    fc.record({ kind: fc.constant('reached' as const), positionMs: fc.integer() }),
    fc.record({ kind: fc.constant('length' as const), durationMs: fc.double({ noNaN: true }) }),
  );
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const { positionMs, durationMs } = after(5_000, events);
      expect(positionMs).toBeGreaterThanOrEqual(0);
      expect(positionMs).toBeLessThanOrEqual(durationMs);
    }),
  );
});

test('speeds rotate, and times are short', () => {
  expect([nextSpeed(1), nextSpeed(1.5), nextSpeed(2)]).toEqual([1.5, 2, 1]);
  expect([clockText(0), clockText(7_999), clockText(599_000)]).toEqual(['0:00', '0:07', '9:59']);
});
