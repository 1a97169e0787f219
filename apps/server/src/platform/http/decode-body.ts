import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { OutgoingResponse } from './outgoing-request.ts';

/** The codings that change a body; null for those that we cannot read. */
const decoders = new Map<string, (() => Transform) | null>([
  ['gzip', () => createGunzip()],
  // Requests do not accept it, but servers that were set up badly send it anyway.
  ['br', () => createBrotliDecompress()],
  ['compress', null],
  ['deflate', null],
  ['zstd', null],
]);

/** What a decoder makes of these bytes. Throws if they are damaged or end early. */
export const decodedBy = async function* (
  decoder: Transform,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const decoded = pipeline(bytes, decoder, () => {});
  try {
    for await (const chunk of decoded) if (chunk instanceof Uint8Array) yield chunk;
  } finally {
    decoded.destroy();
  }
};

/**
 * The codings of a Content-Encoding header, the outermost first. Like browsers it ignores what is
 * no coding, such as a charset, and a coding that is named again.
 */
export const codingsOf = (header: string | null | undefined): readonly string[] => {
  const names = (header ?? '').toLowerCase().split(',').toReversed();
  return [...new Set(names.map((name) => name.trim().replace(/^x-/, '')))].filter((name) =>
    decoders.has(name),
  );
};

/**
 * The bytes of a body without its Content-Encoding. Throws for one that we cannot read, and if the
 * body is damaged or ends early.
 */
export const decodeBody = async function* ({
  bytes,
  headers,
}: Pick<OutgoingResponse, 'bytes' | 'headers'>): AsyncGenerator<Uint8Array> {
  const header = headers.get('content-encoding');
  let isEmpty = false;
  const noted = async function* (): AsyncGenerator<Uint8Array> {
    let length = 0;
    for await (const chunk of bytes) {
      length += chunk.length;
      yield chunk;
    }
    isEmpty = length === 0;
  };
  let decoded: AsyncIterable<Uint8Array> = noted();
  for (const coding of codingsOf(header)) {
    const createDecoder = decoders.get(coding);
    if (!createDecoder) throw new Error(`unknown Content-Encoding "${header}"`);
    decoded = decodedBy(createDecoder(), decoded);
  }
  try {
    yield* decoded;
  } catch (error) {
    // Servers name the coding also where there is no body, as with 304.
    if (!isEmpty) throw error;
  }
};

/** A body without its Content-Encoding; throws `tooLarge` once it has more bytes than these. */
export const readBody = async (
  response: Pick<OutgoingResponse, 'bytes' | 'headers'>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of decodeBody(response)) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
