import net from 'node:net';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { setImmediate as macrotask } from 'node:timers/promises';
import { SECOND_MS } from '@izgodno/contract/common/durations';
import type { PartHealth } from './health.ts';

// What the product asks of clamd, the daemon of ClamAV.

/** Milliseconds without a response after which a scan is given up. */
const SCAN_LIMIT_MS = 120 * SECOND_MS;
/** Milliseconds for the answer to a ping, less than a probe of the health has. */
const PING_LIMIT_MS = 1.5 * SECOND_MS;
/** Milliseconds within which clamd rejects a length that is too large. It waits for bytes of any other. */
const LENGTH_LIMIT_MS = SECOND_MS;
/** Bytes. */
const MAX_CHUNK = 256 * 1024;
/** Bytes: the largest length of a chunk. */
const MAX_LENGTH = 2 ** 32 - 1;

const BEYOND_LIMIT = 'INSTREAM size limit exceeded. ERROR';

/** Thrown if the scanner is unavailable or did not scan the file. */
export class ScanFailedError extends Error {
  override readonly name = 'ScanFailedError';
}

/** `beyond_limit`: clamd takes no content as large as this (its `StreamMaxLength`). */
export type ScanResult =
  | { readonly kind: 'clean' | 'beyond_limit' }
  | { readonly kind: 'harmful'; readonly finding: string };

const connect = (endpoint: string): net.Socket => {
  const hostAndPort = /^([^/]+):(\d+)$/.exec(endpoint);
  return hostAndPort === null
    ? net.connect(endpoint)
    : net.connect(Number(hostAndPort[2]), hostAndPort[1] ?? 'localhost');
};

/**
 * Sends a command; returns the response. clamd may respond and close the connection before it has
 * read everything, so whatever breaks after a response is no error.
 */
const ask = async (
  endpoint: string,
  command: AsyncIterable<Buffer> | Iterable<Buffer>,
  limitMs: number,
): Promise<string> => {
  const socket = connect(endpoint);
  socket.setTimeout(limitMs, () => socket.destroy(new Error('The scanner does not respond.')));
  let response = '';
  socket.on('data', (piece) => {
    response += piece.toString();
  });
  const untilResponse = async function* untilResponse() {
    for await (const piece of command) {
      // A write into a closed connection would lose a response that has arrived and was not read.
      await macrotask();
      if (response !== '') return;
      yield piece;
    }
  };
  try {
    await Promise.all([
      finished(socket, { writable: false }),
      pipeline(untilResponse, socket, { end: false }),
    ]);
  } catch (error) {
    if (!response.endsWith('\0')) throw error;
  } finally {
    socket.destroy();
  }
  return response.replaceAll('\0', '').trim();
};

const startOfStream = Buffer.from('zINSTREAM\0');

const lengthOf = (bytes: number): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
};

/**
 * The frames of clamd's INSTREAM: chunks, each after its length in four bytes, and an empty one at
 * the end.
 */
const frames = async function* frames(content: Readable): AsyncGenerator<Buffer> {
  yield startOfStream;
  for await (const piece of content) {
    const bytes = Buffer.from(piece);
    for (let start = 0; start < bytes.length; start += MAX_CHUNK) {
      const chunk = bytes.subarray(start, start + MAX_CHUNK);
      yield lengthOf(chunk.length);
      yield chunk;
    }
  }
  yield lengthOf(0);
};

/** Scans content. Throws `ScanFailedError`. */
export const scan = async (endpoint: string, content: Readable): Promise<ScanResult> => {
  try {
    const response = await ask(endpoint, frames(content), SCAN_LIMIT_MS);
    if (response === 'stream: OK') return { kind: 'clean' };
    if (response === BEYOND_LIMIT) return { kind: 'beyond_limit' };
    const finding = /^stream: (.+) FOUND$/.exec(response)?.[1];
    if (finding === undefined) throw new Error(response);
    return { kind: 'harmful', finding };
  } catch (cause) {
    throw new ScanFailedError('The virus scanner returned no result.', { cause });
  } finally {
    content.destroy();
  }
};

/** Throws if the scanner does not respond. */
export const ping = async (endpoint: string): Promise<void> => {
  const response = await ask(endpoint, [Buffer.from('zPING\0')], PING_LIMIT_MS);
  if (response !== 'PONG') throw new Error(`The scanner responds with "${response}".`);
};

/** The health of the scanner: without it, the site serves all files but new ones. */
export const scannerHealth = async (endpoint: string): Promise<PartHealth> =>
  ping(endpoint).then(
    () => ({ status: 'healthy' }),
    () => ({ status: 'degraded', detail: 'clamd does not respond: uploaded files wait for it' }),
  );

/**
 * Whether the scanner takes content of this size, as far as a chunk can state it. clamd compares the
 * length of a chunk with its limit before it reads the chunk.
 */
export const takesSize = async (endpoint: string, bytes: number): Promise<boolean> => {
  const command = [startOfStream, lengthOf(Math.min(bytes, MAX_LENGTH))];
  return ask(endpoint, command, LENGTH_LIMIT_MS).then(
    (response) => response !== BEYOND_LIMIT,
    () => true,
  );
};
