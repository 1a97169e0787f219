import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type';
import type { FileKind } from '@izgodno/contract/uploads/file';

/** Bytes at the start of a file from which its type is detected. */
export const HEAD_LENGTH = 16 * 1024;

export const UNKNOWN_TYPE = 'application/octet-stream';

/** Images that can be read, cleaned and resized; others are for download only. */
const imageTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
]);
/** Plain text formats. Their content does not distinguish them, so the declared type decides. */
const textTypes: ReadonlySet<string> = new Set(['text/plain', 'text/csv']);
/** Declared types without a signature: they become unknown, for download only. */
const claimsWithoutSignature: ReadonlySet<string> = new Set(['image/svg+xml']);

const withoutParameters = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

const isText = (head: Buffer): boolean => {
  if (head.includes(0)) return false;
  // The head may end within a character of up to four bytes.
  return [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))));
};

const familyOf = (type: string): string => type.slice(0, type.indexOf('/'));

/** Recordings and videos share containers, so a file declared as sound is sound. */
const asSound = (sniffed: string, claimed: string): string =>
  familyOf(claimed) === 'audio' &&
  /^video\/(?:webm|mp4|ogg|quicktime)$|^application\/ogg$/.test(sniffed)
    ? `audio/${sniffed === 'video/quicktime' ? 'mp4' : sniffed.slice(sniffed.indexOf('/') + 1)}`
    : sniffed;

/**
 * The type of a file by its first bytes. The name is ignored; the declared type decides only
 * between kinds of text, or sound and video.
 */
export const detectType = async (head: Buffer, claim: string): Promise<string> => {
  const claimed = withoutParameters(claim);
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found !== undefined && !/xml|html/.test(found.mime)) {
    return asSound(withoutParameters(found.mime), claimed);
  }
  return textTypes.has(claimed) && found === undefined && isText(head) ? claimed : UNKNOWN_TYPE;
};

export const kindOf = (type: string): FileKind => {
  if (imageTypes.has(type)) return 'image';
  const family = familyOf(type);
  return family === 'video' || family === 'audio' ? family : 'other';
};

/**
 * Whether content contradicts its declared type: declared as image, video or sound, but none of
 * them.
 */
export const contradicts = (type: string, claim: string): boolean => {
  const claimed = withoutParameters(claim);
  const claimsMedia = /^(?:image|video|audio)\//.test(claimed);
  return (
    claimsMedia && !claimsWithoutSignature.has(claimed) && !/^(?:image|video|audio)\//.test(type)
  );
};

/** Whether a type is on the list; `video/*` and `application/vnd.x.*` match by prefix. */
export const isAllowed = (type: string, allowed: readonly string[]): boolean =>
  allowed.some((entry) =>
    entry.endsWith('*') ? type.startsWith(entry.slice(0, -1)) : type === entry,
  );
