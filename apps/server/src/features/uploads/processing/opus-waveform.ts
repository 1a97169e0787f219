import { setImmediate } from 'node:timers/promises';
import type { OpusDecoder as Decoder } from 'opus-decoder';
import { MAX_VOICE_MS } from '@izgodno/contract/chat/limits';
import { barsOf, levelOf } from '@izgodno/contract/uploads/waveform';

/** Decoded samples a second: frequencies above 8 kHz add nothing to the loudness of speech. */
const SAMPLE_RATE = 16_000;
/** Samples per level: 40 ms, as the recorder measures. */
const LEVEL_SAMPLES = 640;
/** Recorders end a little after the longest length. */
const LEEWAY_MS = 10_000;
const LONGEST_MS = MAX_VOICE_MS + LEEWAY_MS;
const MAX_LEVELS = (LONGEST_MS / 1_000) * (SAMPLE_RATE / LEVEL_SAMPLES);
/** The length of the shortest packet in milliseconds (RFC 6716, section 2.1.4). */
const SHORTEST_PACKET_MS = 2.5;
/** The largest number of packets of a voice message. */
export const MAX_PACKETS = LONGEST_MS / SHORTEST_PACKET_MS;
/** Packets decoded at once, in at most some 3 ms, so that waiting calls run in between. */
const PACKETS_AT_ONCE = 25;

const decodeLevels = async (
  decoder: Decoder<typeof SAMPLE_RATE>,
  packets: readonly Buffer[],
): Promise<readonly number[] | null> => {
  const levels: number[] = [];
  const stretch = new Float32Array(LEVEL_SAMPLES);
  let filled = 0;
  for (const [index, packet] of packets.entries()) {
    if (index % PACKETS_AT_ONCE === 0) await setImmediate();
    // One at a time, because the decoder logs each packet that it cannot read, and the first one
    // ends the decoding.
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
    // Times in the container may be wrong: a small file can contain hours of silence.
    if (levels.length > MAX_LEVELS) return null;
  }
  if (filled > 0) levels.push(levelOf(stretch.subarray(0, filled)));
  return levels;
};

/**
 * The waveform of a voice message, bars from 0 to 100, from its Opus packets. Null if they cannot
 * be decoded, there are none, or they are longer than any voice message.
 */
export const opusWaveform = async (packets: readonly Buffer[]): Promise<number[] | null> => {
  if (packets.length === 0) return null;
  // A start does not wait for it.
  const { OpusDecoder } = await import('opus-decoder');
  const decoder = new OpusDecoder({ channels: 1, sampleRate: SAMPLE_RATE });
  await decoder.ready;
  try {
    const levels = await decodeLevels(decoder, packets);
    return levels === null ? null : barsOf(levels);
  } catch {
    // The packet is larger than the decoder accepts, so no recorder made it.
    return null;
  } finally {
    decoder.free();
  }
};
