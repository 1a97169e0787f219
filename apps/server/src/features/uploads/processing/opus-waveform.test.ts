import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readBeeps } from '#test/recordings.ts';
import { opusWaveform } from './opus-waveform.ts';
import { readWebm } from './webm.ts';

/** Twenty milliseconds of silence: one frame of narrow-band SILK without bytes. */
const SILENCE = Buffer.from([0x08]);
const MINUTE_OF_SILENCE = Array.from({ length: 3_000 }, () => SILENCE);

test('the bars are where the sound is', async () => {
  const { opusPackets } = await readWebm(await readBeeps());
  const bars = (await opusWaveform(opusPackets)) ?? [];
  const loud = bars.flatMap((bar, at) => (bar > 60 ? [at] : []));
  const beeps = loud.filter((at, index) => at - (loud[index - 1] ?? -Infinity) > 2);
  expect(beeps).toHaveLength(5);
  expect(Math.min(...bars)).toBe(0);
});

test('silence is flat', async () => {
  expect(new Set(await opusWaveform(MINUTE_OF_SILENCE))).toEqual(new Set([0]));
});

test('sound longer than any voice message has none', async () => {
  expect(await opusWaveform(Array.from({ length: 11 }, () => MINUTE_OF_SILENCE).flat())).toBeNull();
});

test('content that is not Opus has none', async () => {
  // The decoder logs what it cannot read: once for a recording, whatever else is in it.
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await opusWaveform([])).toBeNull();
  expect(await opusWaveform([Buffer.alloc(100_000, 1)])).toBeNull();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 80 }), { maxLength: 5 }),
      async (packets) => {
        complaints.mockClear();
        const bars = await opusWaveform(packets.map((packet) => Buffer.from(packet)));
        expect(bars === null || bars.every((bar) => bar >= 0 && bar <= 100)).toBe(true);
        expect(complaints.mock.calls.length).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 30 },
  );
  complaints.mockRestore();
});
