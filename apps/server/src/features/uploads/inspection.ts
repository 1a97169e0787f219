import { Transform, type TransformCallback } from 'node:stream';
import type { FileKind } from '@izgodno/contract/uploads/file';
import { CallError } from '#platform/http/errors.ts';
import { contradicts, detectType, HEAD_LENGTH, isAllowed, kindOf } from './media-type.ts';
import { tooLarge } from './refusal.ts';

/** Bytes of a picture at most: it is held in memory while it is cleaned. */
export const MAX_PICTURE_SIZE = 64 * 1024 * 1024;

export interface Inspected {
  readonly mediaType: string;
  readonly kind: FileKind;
}

export interface InspectionRules {
  /** Bytes. */
  readonly maxSize: number;
  /** Bytes announced, 0 where unknown: told in the refusal of a file that is too large. */
  readonly announced: number;
  readonly claimedType: string;
  readonly allowedTypes: readonly string[];
}

/** What a file is by its first bytes; throws where it is not taken. */
export const inspectHead = async (head: Buffer, rules: InspectionRules): Promise<Inspected> => {
  if (head.length === 0) throw new CallError('file_empty');
  const mediaType = await detectType(head, rules.claimedType);
  if (contradicts(mediaType, rules.claimedType) || !isAllowed(mediaType, rules.allowedTypes)) {
    throw new CallError('file_type_refused');
  }
  return { mediaType, kind: kindOf(mediaType) };
};

export const maxSizeOf = (kind: FileKind, maxSize: number): number =>
  kind === 'image' ? Math.min(maxSize, MAX_PICTURE_SIZE) : maxSize;

/** Tells a stream, which knows callbacks only, how work has ended. */
const callBack = (work: Promise<void>, done: TransformCallback): void => {
  // oxlint-disable-next-line promise/no-callback-in-promise -- Node's transforms know nothing else.
  work.then(() => done(), done);
};

/** Lets the bytes of a file through as long as the rules allow them, and ends with an error once they do not. */
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
    /** Once the stream has ended well. */
    result: (): Inspected => {
      if (inspected === undefined) throw new Error('Nothing was inspected yet.');
      return inspected;
    },
  };
};
