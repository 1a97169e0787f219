import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { decodedBy } from '#platform/http/decode-body.ts';
import { ImportError } from '../pipeline/import-error.ts';
import type { ImportLimits } from '../pipeline/import-limits.ts';
import type { OpenDocument } from './open-document.ts';

const READ_BYTES = 2 ** 17;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

const hasCode = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

const toImportError = (error: unknown): unknown => {
  if (!hasCode(error)) return error;
  if (error.code === 'Z_BUF_ERROR') {
    return new ImportError('FEED_TRUNCATED', 'The compressed feed breaks off.', { cause: error });
  }
  // Those of Brotli begin with ERR__ERROR.
  return /^(?:Z_|ERR__ERROR)/.test(error.code)
    ? new ImportError('FEED_GZIP_BROKEN', `The compressed feed is damaged: ${error.message}.`, {
        cause: error,
      })
    : error;
};

/** Reads both bytes of the gzip header, however small the pieces. */
const readMark = async (pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array> => {
  let mark: Uint8Array = new Uint8Array();
  while (mark.length < 2) {
    const { done, value } = await pieces.next();
    if (done === true) break;
    mark = Buffer.concat([mark, value]);
  }
  return mark;
};

const resumed = async function* (
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
};

const gunzip = (compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> =>
  decodedBy(createGunzip({ chunkSize: READ_BYTES }), compressed);

/** A server may compress a file of gzip once more. */
const MAX_LAYERS = 2;

type Layer = AsyncIterable<Uint8Array>;

const unpack = async function* (
  layer: Layer,
  limit: (layer: Layer) => AsyncGenerator<Uint8Array>,
  layers = MAX_LAYERS,
): AsyncGenerator<Uint8Array> {
  const pieces = limit(layer);
  try {
    const first = await readMark(pieces);
    const whole = resumed(first, pieces);
    yield* layers > 0 && isGzip(first) ? unpack(gunzip(whole), limit, layers - 1) : whole;
  } finally {
    await pieces.return(undefined);
  }
};

const unbrotli = (compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> =>
  decodedBy(createBrotliDecompress({ chunkSize: READ_BYTES }), compressed);

/**
 * The feed's decompressed bytes. Gzip is detected by its first bytes, whatever the name or header.
 * Throws `ImportError` for a damaged, bomb-like, too large or empty feed.
 */
export const decompress = async function* (
  { bytes: raw, codings }: Pick<OpenDocument, 'bytes' | 'codings'>,
  limits: ImportLimits,
  onRead: (rawBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let rawBytes = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of raw) {
      rawBytes += chunk.length;
      onRead(chunk.length);
      yield chunk;
    }
  };
  // Each layer, because the last one may be small where the one before it is endless.
  const limit = async function* (layer: Layer): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of layer) {
      bytes += chunk.length;
      if (bytes > limits.maxFeedBytes) {
        throw new ImportError(
          'FEED_TOO_LARGE',
          `The feed has more than ${limits.maxFeedBytes} bytes.`,
        );
      }
      if (bytes > limits.ratioGraceBytes && bytes > rawBytes * limits.maxCompressionRatio) {
        throw new ImportError(
          'FEED_GZIP_BOMB',
          `The feed unpacks to more than ${limits.maxCompressionRatio} times its size.`,
        );
      }
      yield chunk;
    }
  };
  try {
    let isEmpty = true;
    let sent: Layer = counted();
    for (const coding of codings) sent = coding === 'br' ? unbrotli(sent) : unpack(sent, limit, 1);
    for await (const chunk of unpack(sent, limit)) {
      isEmpty = false;
      yield chunk;
    }
    if (isEmpty) throw new ImportError('FEED_EMPTY', 'The feed has 0 bytes.');
  } catch (error) {
    throw toImportError(error);
  }
};
