import { parseStream } from 'music-metadata';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { opusWaveform } from './opus-waveform.ts';
import { readWebm } from './webm.ts';

/**
 * The largest recording in bytes that is read into memory to be measured: three hours of speech.
 */
const MAX_MEASURED_SIZE = 32 * 1024 * 1024;

interface Recording {
  readonly open: () => Promise<Readable>;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
}

interface Measured {
  /** Milliseconds; null if unknown. */
  readonly durationMs: number | null;
  /** Bars from 0 to 100; null if the sound cannot be decoded here. */
  readonly waveform: number[] | null;
}

/** The length in milliseconds stated in a recording. */
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
    // A recording that the parser does not understand may still be playable.
    return null;
  } finally {
    content.destroy();
  }
};

/**
 * The length of a recording: the stated one, or, because browsers state none, that of its content.
 * Also the waveform of browsers' recordings in WebM.
 */
export const measureRecording = async (recording: Recording): Promise<Measured> => {
  const stated = await readStated(recording);
  const { mediaType, size } = recording;
  if (mediaType !== 'audio/webm' || size > MAX_MEASURED_SIZE) {
    return { durationMs: stated, waveform: null };
  }
  const { durationMs, opusPackets } = await readWebm(await buffer(await recording.open()));
  return { durationMs: stated ?? durationMs, waveform: await opusWaveform(opusPackets) };
};
