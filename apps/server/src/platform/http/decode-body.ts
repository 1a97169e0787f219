import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { OutgoingResponse } from './outgoing-request.ts';

const decoders = new Map([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  // Requests do not accept it, but servers that were set up badly send it anyway.
  ['br', () => createBrotliDecompress()],
]);

/**
 * The bytes of a body without its Content-Encoding. Throws for one that we cannot read, and if the
 * body is damaged or ends early.
 */
export const decodeBody = async function* ({
  bytes,
  headers,
}: Pick<OutgoingResponse, 'bytes' | 'headers'>): AsyncGenerator<Uint8Array> {
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') {
    yield* bytes;
    return;
  }
  const createDecoder = decoders.get(coding);
  if (createDecoder === undefined) throw new Error(`unknown Content-Encoding "${coding}"`);
  const decoded = pipeline(bytes, createDecoder(), () => {});
  try {
    for await (const chunk of decoded) if (chunk instanceof Uint8Array) yield chunk;
  } finally {
    decoded.destroy();
  }
};
