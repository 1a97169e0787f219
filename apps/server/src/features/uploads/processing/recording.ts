import { parseStream } from 'music-metadata';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { webmDuration } from './webm-duration.ts';

/** Bytes of a recording that is held in memory to be measured: three hours of speech. */
const MAX_MEASURED_SIZE = 32 * 1024 * 1024;

interface Recording {
  readonly open: () => Promise<Readable>;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
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
 * Length of a recording in milliseconds: as it states, or where it states none, as browsers' own do
 * not, as long as what is in it. Null where neither is known.
 */
export const readDuration = async (recording: Recording): Promise<number | null> => {
  const stated = await readStated(recording);
  const { mediaType, size } = recording;
  if (stated !== null || mediaType !== 'audio/webm' || size > MAX_MEASURED_SIZE) return stated;
  return webmDuration(await buffer(await recording.open()));
};
