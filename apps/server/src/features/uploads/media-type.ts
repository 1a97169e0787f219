import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type';
import type { FileKind } from '@izgodno/contract/uploads/file';

/** Bytes from the start of a file that its type is told from. */
export const HEAD_LENGTH = 16 * 1024;

export const UNKNOWN_TYPE = 'application/octet-stream';

/** Pictures that can be read, cleaned and made smaller; others are for download only. */
const pictureTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
]);
/** Text that is nothing but text. Its content cannot tell it from other text, so the claim decides. */
const textTypes: ReadonlySet<string> = new Set(['text/plain', 'text/csv']);
/** Claims whose content has no signature: they end as unknown, for download only. */
const claimsWithoutSignature: ReadonlySet<string> = new Set(['image/svg+xml']);

const withoutParameters = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

const isText = (head: Buffer): boolean => {
  if (head.includes(0)) return false;
  // The head may end within a letter of up to four bytes.
  return [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))));
};

const familyOf = (type: string): string => type.slice(0, type.indexOf('/'));

/** A recording is in the same containers as a film: where it says that it is sound, it is. */
const asSound = (sniffed: string, claimed: string): string =>
  familyOf(claimed) === 'audio' &&
  /^video\/(?:webm|mp4|ogg|quicktime)$|^application\/ogg$/.test(sniffed)
    ? `audio/${sniffed === 'video/quicktime' ? 'mp4' : sniffed.slice(sniffed.indexOf('/') + 1)}`
    : sniffed;

/** What a file is by its first bytes. The name decides nothing; the claim only between kinds of text, or sound and film. */
export const detectType = async (head: Buffer, claim: string): Promise<string> => {
  const claimed = withoutParameters(claim);
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found !== undefined && !/xml|html/.test(found.mime)) {
    return asSound(withoutParameters(found.mime), claimed);
  }
  return textTypes.has(claimed) && found === undefined && isText(head) ? claimed : UNKNOWN_TYPE;
};

export const kindOf = (type: string): FileKind => {
  if (pictureTypes.has(type)) return 'image';
  const family = familyOf(type);
  return family === 'video' || family === 'audio' ? family : 'other';
};

/** Whether content contradicts its claim: called a picture, film or sound, but none of them. */
export const contradicts = (type: string, claim: string): boolean => {
  const claimed = withoutParameters(claim);
  const claimsMedia = /^(?:image|video|audio)\//.test(claimed);
  return (
    claimsMedia && !claimsWithoutSignature.has(claimed) && !/^(?:image|video|audio)\//.test(type)
  );
};

/** Whether a type is on the list; `video/*` and `application/vnd.x.*` stand for all that begin so. */
export const isAllowed = (type: string, allowed: readonly string[]): boolean =>
  allowed.some((entry) =>
    entry.endsWith('*') ? type.startsWith(entry.slice(0, -1)) : type === entry,
  );
