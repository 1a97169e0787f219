import { isUtf8 } from 'node:buffer';
import { Transform, type TransformCallback } from 'node:stream';
import type { FileKind } from '@izgodno/contract/uploads/file';
import { CallError } from '#platform/http/errors.ts';
import { tooLarge } from './rejection.ts';

/** Bytes at the start of a file from which its type is detected. */
export const HEAD_LENGTH = 16 * 1024;

const UNKNOWN_TYPE = 'application/octet-stream';

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
const detectType = async (head: Buffer, claim: string): Promise<string> => {
  const claimed = withoutParameters(claim);
  // A start does not wait for it.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found !== undefined && !/xml|html/.test(found.mime)) {
    return asSound(withoutParameters(found.mime), claimed);
  }
  return textTypes.has(claimed) && found === undefined && isText(head) ? claimed : UNKNOWN_TYPE;
};

const kindOf = (type: string): FileKind => {
  if (imageTypes.has(type)) return 'image';
  const family = familyOf(type);
  return family === 'video' || family === 'audio' ? family : 'other';
};

/**
 * Whether content contradicts its declared type: declared as image, video or sound, but none of
 * them.
 */
const contradicts = (type: string, claim: string): boolean => {
  const claimed = withoutParameters(claim);
  const claimsMedia = /^(?:image|video|audio)\//.test(claimed);
  return (
    claimsMedia && !claimsWithoutSignature.has(claimed) && !/^(?:image|video|audio)\//.test(type)
  );
};

/** Whether a type is on the list; `video/*` and `application/vnd.x.*` match by prefix. */
const isAllowed = (type: string, allowed: readonly string[]): boolean =>
  allowed.some((entry) =>
    entry.endsWith('*') ? type.startsWith(entry.slice(0, -1)) : type === entry,
  );

/** The largest image in bytes, because it is in memory while its metadata is removed. */
const MAX_IMAGE_SIZE = 64 * 1024 * 1024;

export interface Inspected {
  readonly mediaType: string;
  readonly kind: FileKind;
}

interface InspectionRules {
  /** Bytes. */
  readonly maxSize: number;
  /** Announced bytes, 0 if unknown; used in the error for a file that is too large. */
  readonly announced: number;
  readonly claimedType: string;
  readonly allowedTypes: readonly string[];
}

/** Detects the type of a file by its first bytes; throws if it is not accepted. */
export const inspectHead = async (head: Buffer, rules: InspectionRules): Promise<Inspected> => {
  if (head.length === 0) throw new CallError('file_empty');
  const mediaType = await detectType(head, rules.claimedType);
  if (contradicts(mediaType, rules.claimedType) || !isAllowed(mediaType, rules.allowedTypes)) {
    throw new CallError('file_type_refused');
  }
  return { mediaType, kind: kindOf(mediaType) };
};

export const maxSizeOf = (kind: FileKind, maxSize: number): number =>
  kind === 'image' ? Math.min(maxSize, MAX_IMAGE_SIZE) : maxSize;

/** Reports the outcome of a promise to a stream's callback. */
const callBack = (work: Promise<void>, done: TransformCallback): void => {
  // oxlint-disable-next-line promise/no-callback-in-promise -- Node's transforms know nothing else.
  work.then(() => done(), done);
};

/** Passes the bytes of a file through while they satisfy the rules, and fails once they do not. */
export const createInspection = (rules: InspectionRules) => {
  let head: Buffer[] | null = [];
  let size = 0;
  let limit = rules.maxSize;
  let inspected: Inspected | undefined;

  const inspect = async (stream: Transform, chunks: readonly Buffer[]): Promise<void> => {
    head = null;
    inspected = await inspectHead(Buffer.concat(chunks), rules);
    limit = maxSizeOf(inspected.kind, rules.maxSize);
    if (size > limit) throw tooLarge(Math.max(size, rules.announced), limit);
    for (const chunk of chunks) stream.push(chunk);
  };

  const stream: Transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) {
        done(tooLarge(Math.max(size, rules.announced), limit));
        return;
      }
      if (head === null) {
        done(null, chunk);
        return;
      }
      head.push(chunk);
      if (size < HEAD_LENGTH) done();
      else callBack(inspect(stream, head), done);
    },
    flush(done) {
      if (head === null) done();
      else callBack(inspect(stream, head), done);
    },
  });

  return {
    stream,
    /** Valid after the stream has ended without an error. */
    result: (): Inspected => {
      if (inspected === undefined) throw new Error('Nothing was inspected yet.');
      return inspected;
    },
  };
};
