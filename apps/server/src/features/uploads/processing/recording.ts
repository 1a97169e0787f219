import { addAbortSignal, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { opusWaveform } from './opus-waveform.ts';
import { readWebm } from './webm.ts';

/**
 * The largest recording in bytes that is read into memory to be measured: three hours of speech.
 */
const MAX_MEASURED_SIZE = 32 * 1024 * 1024;

/** Bytes parsed at once: at most some 1,400 elements of 3 bytes, which take about 15 ms. */
const BYTES_AT_ONCE = 4 * 1024;
/** Milliseconds after which the parser is stopped, because invalid content can take hours. */
const PARSING_DEADLINE_MS = 120_000;

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

/** Small pieces with other work in between, because the parser never waits while it has bytes. */
async function* inPieces(content: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
      await setImmediate();
      yield bytes.subarray(at, at + BYTES_AT_ONCE);
    }
  }
}

/** The length in milliseconds stated in a recording. */
const readStated = async ({ open, mediaType, size }: Recording): Promise<number | null> => {
  const content = addAbortSignal(AbortSignal.timeout(PARSING_DEADLINE_MS), await open());
  const pieces = Readable.from(inPieces(content), {
    objectMode: false,
    highWaterMark: BYTES_AT_ONCE,
  });
  try {
    // Its parsers are many modules, which few servers need soon.
    const { parseStream } = await import('music-metadata');
    const { format } = await parseStream(
      pieces,
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
    pieces.destroy();
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
