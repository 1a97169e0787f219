import { Busboy } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { uploadTexts } from '@izgodno/contract/uploads/texts';
import { guarded } from '#platform/guarded.ts';
import { CallError } from '#platform/http/errors.ts';
import { UploadRefusedError } from './refusal.ts';
import type { Turns } from './turns.ts';

const FORM_LIMITS = { fields: 20, fieldSize: 16 * 1024, headerPairs: 50 };
/** Bytes that a form may have beside its file: fields, headers of parts, delimiters. */
export const MAX_FORM_OVERHEAD = 512 * 1024;
/** Milliseconds without a byte after which a sender is taken for gone. */
const IDLE_TIMEOUT_MS = 120_000;
/** What is still read of a request that was refused, so that its sender hears the answer. */
const REFUSED_REST = { bytes: 32 * 1024 * 1024, milliseconds: 5_000 };

export interface FormFile {
  readonly content: Readable;
  readonly name: string;
  readonly mediaType: string;
}

export type FormFields = Readonly<Record<string, string>>;

/** Reads on for a moment, then cuts the line: browsers see an answer only once they have sent enough. */
const readRest = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > REFUSED_REST.bytes) request.destroy();
  });
  // What was piped before stays halted without it.
  request.resume();
  const limit = setTimeout(() => request.destroy(), REFUSED_REST.milliseconds);
  request.once('close', () => clearTimeout(limit));
};

/** Bytes that a request says it has; 0 where it does not say. */
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
 * Reads a form (multipart/form-data) as it streams in: its one file, in the field `file`, goes to
 * `receive` with the fields that came before it. Throws what `receive` throws, or `file_missing`,
 * `too_many_files`, `malformed_request`, `upload_incomplete`; what `receive` had made is then undone.
 */
export const readForm = async <Result>(
  request: IncomingMessage,
  turns: Turns,
  receive: (file: FormFile, fieldsBefore: FormFields) => Promise<Result>,
  undo: (result: Result) => Promise<void>,
): Promise<{ readonly fields: FormFields; readonly received: Result }> => {
  const parser = createParser(request);
  const inTurn = turns.stream();
  const fields: Record<string, string> = Object.create(null);
  const file: { content?: Readable; receiving?: Promise<Result> } = {};
  const parsed = Promise.withResolvers<void>();

  const fail = (error: unknown): void => {
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
    // The form's own error tells of it; without a listener it would end the process.
    content.on('error', () => {});
    if (field !== 'file') {
      content.resume();
    } else if (file.receiving === undefined) {
      file.content = content;
      // A browser may send no name, and calls it empty where nothing was chosen.
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
      throw new UploadRefusedError('file_missing', uploadTexts.noFile);
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
