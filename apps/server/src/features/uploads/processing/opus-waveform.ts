import { setImmediate } from 'node:timers/promises';
import { OpusDecoder } from 'opus-decoder';
import { MAX_VOICE_MS } from '@izgodno/contract/chat/limits';
import { barsOf, levelOf } from '@izgodno/contract/uploads/waveform';

/** Samples a second that are decoded: what is above 8 kHz adds nothing to the loudness of speech. */
const SAMPLE_RATE = 16_000;
/** Samples that one level is told of: 40 ms, as the recorder measures. */
const LEVEL_SAMPLES = 640;
/** Recorders end a little after the longest length. */
const LEEWAY_MS = 10_000;
const MAX_LEVELS = ((MAX_VOICE_MS + LEEWAY_MS) / 1_000) * (SAMPLE_RATE / LEVEL_SAMPLES);
/** Packets that are decoded in one go, in some 3 ms at most: calls that wait come between. */
const PACKETS_AT_ONCE = 25;

const decodeLevels = async (
  decoder: OpusDecoder<typeof SAMPLE_RATE>,
  packets: readonly Buffer[],
): Promise<readonly number[] | null> => {
  const levels: number[] = [];
  const stretch = new Float32Array(LEVEL_SAMPLES);
  let filled = 0;
  for (const [place, packet] of packets.entries()) {
    if (place % PACKETS_AT_ONCE === 0) await setImmediate();
    // One at a time: the decoder writes each that it cannot read to the console, and the first one ends it.
    const { channelData, errors } = decoder.decodeFrame(packet);
    const [samples] = channelData;
    if (samples === undefined || errors.length > 0) return null;
    for (const sample of samples) {
      stretch[filled] = sample;
      filled += 1;
      if (filled < LEVEL_SAMPLES) continue;
      levels.push(levelOf(stretch));
      filled = 0;
    }
    // Times in the container may lie: a small file can hold hours of silence.
    if (levels.length > MAX_LEVELS) return null;
  }
  if (filled > 0) levels.push(levelOf(stretch.subarray(0, filled)));
  return levels;
};

/**
 * The bars of a voice message, from 0 to 100 each, by its packets of Opus. Null where they cannot be
 * decoded, are none, or are longer than any voice message.
 */
export const opusWaveform = async (packets: readonly Buffer[]): Promise<number[] | null> => {
  if (packets.length === 0) return null;
  const decoder = new OpusDecoder({ channels: 1, sampleRate: SAMPLE_RATE });
  await decoder.ready;
  try {
    const levels = await decodeLevels(decoder, packets);
    return levels === null ? null : barsOf(levels);
  } catch {
    // A packet larger than the decoder takes: no recorder's.
    return null;
  } finally {
    decoder.free();
  }
};
