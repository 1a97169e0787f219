import { Transform, type TransformCallback } from 'node:stream';
import type { FileKind } from '@izgodno/contract/uploads/file';
import { CallError } from '#platform/http/errors.ts';
import { contradicts, detectType, HEAD_LENGTH, isAllowed, kindOf } from './media-type.ts';
import { tooLarge } from './rejection.ts';

/** The largest image in bytes, because it is in memory while its metadata is removed. */
export const MAX_IMAGE_SIZE = 64 * 1024 * 1024;

export interface Inspected {
  readonly mediaType: string;
  readonly kind: FileKind;
}

export interface InspectionRules {
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
