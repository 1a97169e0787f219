import type { ImportLimits } from '../pipeline/import-limits.ts';
import { decodeText } from './decode-text.ts';
import { decompress } from './decompress.ts';
import type { OpenDocument } from './open-document.ts';

/** The text of a document that is read once, and how far it is read. */
export const createDocumentReader = (limits: ImportLimits) => {
  let document: OpenDocument | null | undefined;
  let bytesRead = 0;

  return {
    /** The decompressed text; null for null, a document that is unchanged since the last reading. */
    read(opened: OpenDocument | null): AsyncIterable<string> | null {
      document = opened;
      if (opened === null) return null;
      const bytes = decompress(opened, limits, (count) => (bytesRead += count));
      return decodeText(bytes, opened.charset);
    },
    fractionRead: (): number | null => {
      const total = document?.totalBytes ?? 0;
      return total === 0 ? null : bytesRead / total;
    },
    isUnchanged: (): boolean => document === null,
  };
};
