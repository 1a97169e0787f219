import { MAX_VOICE_MS } from '@izgodno/contract/chat/limits';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  idle,
  lengthOf,
  levelsOf,
  measuredLength,
  stepRecording,
  type Recording,
  type RecordingEvent,
} from './recording.ts';

const after = (events: readonly RecordingEvent[], from: Recording = idle): Recording =>
  events.reduce(stepRecording, from);

const begun: readonly RecordingEvent[] = [
  { kind: 'begun' },
  { kind: 'microphone-given', at: 1_000 },
];

describe('a recording', () => {
  test('counts the time between pauses only', () => {
    const paused = after([...begun, { kind: 'pause', at: 3_000 }]);
    expect(paused).toEqual({ status: 'paused', durationMs: 2_000, levels: [] });
    const again = after([{ kind: 'resume', at: 60_000 }], paused);
    expect(lengthOf(again, 60_500)).toBe(2_500);
    expect(after([{ kind: 'send', at: 61_000 }], again)).toMatchObject({
      status: 'ending',
      thenSend: true,
      durationMs: 3_000,
    });
  });

  test('is sent once the recorder has delivered everything', () => {
    const sending = after([...begun, { kind: 'send', at: 2_000 }, { kind: 'ended' }]);
    expect(sending).toMatchObject({ status: 'sending', durationMs: 1_000 });
    // A recording being sent cannot be cancelled.
    expect(after([{ kind: 'cancel' }], sending)).toBe(sending);
    expect(after([{ kind: 'sent' }], sending)).toEqual({ status: 'sent' });
    expect(after([{ kind: 'send-failed' }], sending)).toMatchObject({ status: 'recorded' });
  });

  test('ends automatically at the maximum length, and waits to be sent', () => {
    const full = after([
      ...begun,
      { kind: 'level', level: 40, at: 1_000 + MAX_VOICE_MS },
      { kind: 'ended' },
    ]);
    expect(full).toEqual({ status: 'recorded', durationMs: MAX_VOICE_MS, levels: [40] });
  });

  test('that is interrupted keeps what was recorded', () => {
    const interrupted = after([...begun, { kind: 'interrupted', at: 5_000 }, { kind: 'ended' }]);
    expect(interrupted).toMatchObject({ status: 'recorded', durationMs: 4_000 });
  });

  test('fails only before it has started', () => {
    const failure = { kind: 'failed', error: 'denied' } as const;
    expect(after([{ kind: 'begun' }, failure])).toEqual({ status: 'failed', error: 'denied' });
    const recording = after(begun);
    expect(after([failure], recording)).toBe(recording);
  });

  test('never exceeds its length or loses measurements, whatever happens', () => {
    const at = fc.nat(2 * MAX_VOICE_MS);
    const event = fc.oneof<fc.Arbitrary<RecordingEvent>[]>(
      fc.record({
        kind: fc.constantFrom('pause', 'resume', 'send', 'interrupted', 'microphone-given'),
        at,
      }),
      fc.record({ kind: fc.constant('level' as const), level: fc.nat(100), at }),
      fc.constantFrom(
        { kind: 'begun' },
        { kind: 'ended' },
        { kind: 'sent' },
        { kind: 'send-failed' },
      ),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const steps = [after([{ kind: 'begun' }])];
        for (const each of events) steps.push(stepRecording(steps.at(-1) ?? idle, each));
        expect(Math.max(...steps.map(measuredLength))).toBeLessThanOrEqual(MAX_VOICE_MS);
        expect(Math.min(...steps.map(measuredLength))).toBeGreaterThanOrEqual(0);
        const received = steps.filter(({ status }) => status !== 'sent').map(levelsOf);
        for (const [index, levels] of received.slice(1).entries()) {
          expect(levels.slice(0, received[index]?.length)).toEqual(received[index]);
        }
      }),
    );
  });
});
