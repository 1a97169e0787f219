import { Busboy } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import type * as z from 'zod/mini';
import { uploadTexts } from '@izgodno/contract/uploads/texts';
import { guarded } from '#platform/guarded.ts';
import { parsePart } from '#platform/http/parse-request.ts';
import { CallError } from '#platform/http/errors.ts';
import { UploadRejectedError } from './rejection.ts';
import type { Throttle } from './throttle.ts';

/** Sizes are bytes. The headers of a part are short: file systems allow names of some 255 bytes. */
const FORM_LIMITS = { fields: 20, fieldSize: 16 * 1024, headerPairs: 50, headerSize: 8 * 1024 };
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

type ReceiveFile<Result> = (file: FormFile, fieldsBefore: FormFields) => Promise<Result>;

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

/** Parses the fields of a form. Throws `validation_failed` with every invalid field. */
export const parseFields = <S extends z.ZodMiniType>(schema: S, fields: FormFields): z.output<S> =>
  parsePart('form', schema, { ...fields });

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

/** Reads a form (multipart/form-data) as a stream, with its one file, in the field `file`. */
class FormReader<Result> {
  readonly fields: Record<string, string> = Object.create(null);
  readonly #request: IncomingMessage;
  readonly #receive: ReceiveFile<Result>;
  readonly #parser: ReturnType<typeof createParser>;
  readonly #throttled: Transform;
  readonly #parsed = Promise.withResolvers<void>();
  #content: Readable | null = null;
  #receiving: Promise<Result> | null = null;
  #failed = false;

  constructor(request: IncomingMessage, throttle: Throttle, receive: ReceiveFile<Result>) {
    this.#request = request;
    this.#receive = receive;
    this.#parser = createParser(request);
    this.#throttled = throttle.stream();
    const fail = (error: unknown): void => this.#fail(error);
    const takeField = (name: string, value: string, nameCut: boolean, valueCut: boolean): void => {
      if (nameCut || valueCut) fail(new CallError('malformed_request'));
      else this.fields[name] ??= value;
    };
    // oxlint-disable-next-line eslint/max-params -- the arguments of the parser
    const takeFile = (
      field: string,
      content: Readable,
      name: string | undefined,
      _encoding: string,
      mediaType: string,
      // A browser may send no name, and sends an empty one if no file was chosen.
    ): void => this.#takeFile(field, { content, name: name ?? '', mediaType });
    this.#parser.on('field', guarded(takeField, fail));
    this.#parser.on('fieldsLimit', () => fail(new CallError('malformed_request')));
    this.#parser.on('file', guarded(takeFile, fail));
    this.#parser.on('error', () => fail(new CallError('upload_incomplete')));
    this.#parser.on('finish', () => this.#parsed.resolve());
  }

  async read(): Promise<Result> {
    const cut = (): void => {
      if (!this.#request.complete) this.#fail(new CallError('upload_incomplete'));
    };
    this.#request.setTimeout(IDLE_TIMEOUT_MS, () => this.#request.destroy());
    this.#request.once('error', cut);
    this.#request.once('close', cut);
    this.#request.pipe(this.#throttled).pipe(this.#parser);
    try {
      await this.#parsed.promise;
      if (this.#receiving === null)
        throw new UploadRejectedError('file_missing', uploadTexts.noFile);
      return await this.#receiving;
    } finally {
      this.#request.off('close', cut);
    }
  }

  /** The result although the form failed; undefined if there is none. */
  async resultDespiteError(): Promise<Result | undefined> {
    return this.#receiving?.catch(() => undefined);
  }

  #fail(error: unknown): void {
    this.#failed = true;
    this.#request.unpipe(this.#throttled);
    this.#throttled.unpipe(this.#parser);
    const reason = error instanceof Error ? error : new Error(String(error));
    this.#content?.destroy(reason);
    this.#parsed.reject(reason);
  }

  #takeFile(field: string, file: FormFile): void {
    const { content } = file;
    // The form's own error reports it; without a listener it would end the process.
    content.on('error', () => {});
    // The parser goes on with the bytes it has. The content of a file that begins in them has no end:
    // its writing would never settle, and Node ends a process that leaves an open file to its collector.
    if (this.#failed || field !== 'file') {
      content.resume();
    } else if (this.#receiving === null) {
      this.#content = content;
      this.#receiving = this.#receive(file, { ...this.fields });
      this.#receiving.catch((error: unknown) => this.#fail(error));
    } else {
      content.resume();
      this.#fail(new CallError('too_many_files'));
    }
  }
}

/**
 * Reads a form as a stream: passes its file to `receive` with the fields before it. Throws what
 * `receive` throws, or `file_missing`, `too_many_files`, `malformed_request`, `upload_incomplete`;
 * then `receive`'s result is undone.
 */
export const readForm = async <Result>(
  request: IncomingMessage,
  throttle: Throttle,
  receive: ReceiveFile<Result>,
  undo: (result: Result) => Promise<void>,
): Promise<{ readonly fields: FormFields; readonly received: Result }> => {
  const reader = new FormReader(request, throttle, receive);
  try {
    return { received: await reader.read(), fields: reader.fields };
  } catch (error) {
    const made = await reader.resultDespiteError();
    if (made !== undefined) await undo(made);
    throw error;
  } finally {
    readRest(request);
  }
};
