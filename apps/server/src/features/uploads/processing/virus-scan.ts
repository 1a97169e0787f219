import net from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';

/** Milliseconds without a response after which the scanner is given up. */
const IDLE_TIMEOUT_MS = 120_000;
const MAX_CHUNK = 256 * 1024;

/** Thrown if the scanner is unavailable or did not scan the file. */
export class ScanFailedError extends Error {
  override readonly name = 'ScanFailedError';
}

const connect = (endpoint: string): net.Socket => {
  const hostAndPort = /^([^/]+):(\d+)$/.exec(endpoint);
  return hostAndPort === null
    ? net.connect(endpoint)
    : net.connect(Number(hostAndPort[2]), hostAndPort[1] ?? 'localhost');
};

/**
 * The frames of clamd's INSTREAM: chunks, each after its length in four bytes, and an empty one at
 * the end.
 */
const frames = async function* frames(content: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of content) {
    const bytes = Buffer.from(piece);
    for (let start = 0; start < bytes.length; start += MAX_CHUNK) {
      const chunk = bytes.subarray(start, start + MAX_CHUNK);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      yield length;
      yield chunk;
    }
  }
  yield Buffer.alloc(4);
};

/** Scans content with clamd; returns the name of its finding, or null. Throws `ScanFailedError`. */
export const scan = async (endpoint: string, content: Readable): Promise<string | null> => {
  const socket = connect(endpoint);
  socket.setTimeout(IDLE_TIMEOUT_MS, () =>
    socket.destroy(new Error('The scanner does not respond.')),
  );
  try {
    const [response] = await Promise.all([
      text(socket),
      pipeline(frames(content), socket, { end: false }),
    ]);
    const result = response.replaceAll('\0', '').trim();
    if (result === 'stream: OK') return null;
    const found = /^stream: (.+) FOUND$/.exec(result)?.[1];
    if (found === undefined) throw new Error(result);
    return found;
  } catch (cause) {
    throw new ScanFailedError('The virus scanner returned no result.', { cause });
  } finally {
    socket.destroy();
    content.destroy();
  }
};
