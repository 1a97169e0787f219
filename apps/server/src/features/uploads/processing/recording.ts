import { parseStream } from 'music-metadata';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { opusWaveform } from './opus-waveform.ts';
import { readWebm } from './webm.ts';

/** Bytes of a recording that is held in memory to be measured: three hours of speech. */
const MAX_MEASURED_SIZE = 32 * 1024 * 1024;

interface Recording {
  readonly open: () => Promise<Readable>;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
}

interface Measured {
  /** Milliseconds; null where nothing tells. */
  readonly durationMs: number | null;
  /** Bars from 0 to 100; null where the sound is none that is decoded here. */
  readonly waveform: number[] | null;
}

/** Length in milliseconds that a recording states. */
const readStated = async ({ open, mediaType, size }: Recording): Promise<number | null> => {
  const content = await open();
  try {
    const { format } = await parseStream(
      content,
      { mimeType: mediaType, size },
      { duration: false, skipCovers: true },
    );
    const { duration } = format;
    return duration !== undefined && Number.isFinite(duration) && duration > 0
      ? Math.round(duration * 1000)
      : null;
  } catch {
    // What it does not understand may be played all the same.
    return null;
  } finally {
    content.destroy();
  }
};

/**
 * The length of a recording: what it states, or, as browsers' own state none, the length of what is in
 * it. Also the waveform of what browsers record in WebM.
 */
export const measureRecording = async (recording: Recording): Promise<Measured> => {
  const stated = await readStated(recording);
  const { mediaType, size } = recording;
  if (mediaType !== 'audio/webm' || size > MAX_MEASURED_SIZE) {
    return { durationMs: stated, waveform: null };
  }
  const { durationMs, opusPackets } = readWebm(await buffer(await recording.open()));
  return { durationMs: stated ?? durationMs, waveform: await opusWaveform(opusPackets) };
};
