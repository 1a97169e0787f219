import { Busboy } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { uploadTexts } from '@izgodno/contract/uploads/texts';
import { guarded } from '#platform/guarded.ts';
import { CallError } from '#platform/http/errors.ts';
import { UploadRejectedError } from './rejection.ts';
import type { Throttle } from './throttle.ts';

const FORM_LIMITS = { fields: 20, fieldSize: 16 * 1024, headerPairs: 50 };
/** The largest number of bytes in a form besides its file: fields, headers of parts, delimiters. */
export const MAX_FORM_OVERHEAD = 512 * 1024;
/** Milliseconds without a byte after which a sender is considered disconnected. */
const IDLE_TIMEOUT_MS = 120_000;
/** How much of a rejected request is still read, so that its sender receives the response. */
const REJECTED_REST = { bytes: 32 * 1024 * 1024, milliseconds: 5_000 };

export interface FormFile {
  readonly content: Readable;
  readonly name: string;
  readonly mediaType: string;
}

export type FormFields = Readonly<Record<string, string>>;

/**
 * Reads on briefly, then closes the connection, because browsers read a response only after sending
 * enough.
 */
const readRest = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > REJECTED_REST.bytes) request.destroy();
  });
  // The stream was paused by an earlier pipe.
  request.resume();
  const limit = setTimeout(() => request.destroy(), REJECTED_REST.milliseconds);
  request.once('close', () => clearTimeout(limit));
};

/** The declared size of a request in bytes; 0 if unknown. */
export const announcedSize = (request: IncomingMessage): number => {
  const length = Number(request.headers['content-length'] ?? 0);
  return Number.isSafeInteger(length) && length > 0 ? length : 0;
};

const createParser = (request: IncomingMessage) => {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw new CallError('unsupported_media_type');
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: FORM_LIMITS,
    });
  } catch (cause) {
    throw new CallError('malformed_request', { cause });
  }
};

/**
 * Reads a form (multipart/form-data) as a stream: passes its one file, in the field `file`, to
 * `receive` with the fields before it. Throws what `receive` throws, or `file_missing`,
 * `too_many_files`, `malformed_request`, `upload_incomplete`; then `receive`'s result is undone.
 */
export const readForm = async <Result>(
  request: IncomingMessage,
  turns: Throttle,
  receive: (file: FormFile, fieldsBefore: FormFields) => Promise<Result>,
  undo: (result: Result) => Promise<void>,
): Promise<{ readonly fields: FormFields; readonly received: Result }> => {
  const parser = createParser(request);
  const inTurn = turns.stream();
  const fields: Record<string, string> = Object.create(null);
  const file: { content?: Readable; receiving?: Promise<Result> } = {};
  const parsed = Promise.withResolvers<void>();
  let failed = false;

  const fail = (error: unknown): void => {
    failed = true;
    request.unpipe(inTurn);
    inTurn.unpipe(parser);
    const reason = error instanceof Error ? error : new Error(String(error));
    file.content?.destroy(reason);
    parsed.reject(reason);
  };
  const cut = (): void => {
    if (!request.complete) fail(new CallError('upload_incomplete'));
  };

  const takeField = (name: string, value: string, nameCut: boolean, valueCut: boolean): void => {
    if (nameCut || valueCut) fail(new CallError('malformed_request'));
    else fields[name] ??= value;
  };
  parser.on('fieldsLimit', () => fail(new CallError('malformed_request')));
  const takeFile = (
    field: string,
    content: Readable,
    name: string | undefined,
    _encoding: string,
    mediaType: string,
  ): void => {
    // The form's own error reports it; without a listener it would end the process.
    content.on('error', () => {});
    // The parser goes on with the bytes it has. The content of a file that begins in them has no end:
    // its writing would never settle, and Node ends a process that leaves an open file to its collector.
    if (failed || field !== 'file') {
      content.resume();
    } else if (file.receiving === undefined) {
      file.content = content;
      // A browser may send no name, and sends an empty one if no file was chosen.
      file.receiving = receive({ content, name: name ?? '', mediaType }, { ...fields });
      file.receiving.catch(fail);
    } else {
      content.resume();
      fail(new CallError('too_many_files'));
    }
  };
  parser.on('field', guarded(takeField, fail));
  parser.on('file', guarded(takeFile, fail));
  parser.on('error', () => fail(new CallError('upload_incomplete')));
  parser.on('finish', () => parsed.resolve());

  request.setTimeout(IDLE_TIMEOUT_MS, () => request.destroy());
  request.once('error', cut);
  request.once('close', cut);
  request.pipe(inTurn).pipe(parser);

  try {
    await parsed.promise;
    if (file.receiving === undefined) {
      throw new UploadRejectedError('file_missing', uploadTexts.noFile);
    }
    return { fields, received: await file.receiving };
  } catch (error) {
    const made = await file.receiving?.catch(() => undefined);
    if (made !== undefined) await undo(made);
    throw error;
  } finally {
    request.off('close', cut);
    readRest(request);
  }
};
