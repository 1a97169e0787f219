import { parseStream } from 'music-metadata';
import type { Readable } from 'node:stream';

/** Length in milliseconds that a recording states; null where it states none, as browsers' own recordings do. */
export const readDuration = async (
  content: Readable,
  mediaType: string,
  size: number,
): Promise<number | null> => {
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
