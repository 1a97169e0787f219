import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Part } from './signed-put.ts';

/** Cuts a stream into parts of exactly `partSize` bytes, the last one shorter; always at least one. */
export const splitParts = async function* splitParts(
  content: Readable,
  partSize: number,
): AsyncGenerator<Part> {
  let chunks: Buffer[] = [];
  let size = 0;
  let hash = createHash('sha256');

  const add = (chunk: Buffer): void => {
    chunks.push(chunk);
    size += chunk.length;
    hash.update(chunk);
  };
  const finish = (): Part => {
    const part = { chunks, size, sha256: hash.digest('hex') };
    chunks = [];
    size = 0;
    hash = createHash('sha256');
    return part;
  };

  let yielded = false;
  for await (const piece of content) {
    let rest = Buffer.isBuffer(piece) ? piece : Buffer.from(piece);
    while (size + rest.length > partSize) {
      const room = partSize - size;
      add(rest.subarray(0, room));
      rest = rest.subarray(room);
      yield finish();
      yielded = true;
    }
    add(rest);
  }
  if (size > 0 || !yielded) yield finish();
};
