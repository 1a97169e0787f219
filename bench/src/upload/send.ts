import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';

const MEBIBYTE = 1024 * 1024;
/** Bytes that no store can compress, the same for all contenders. */
const block = crypto
  .getRandomValues(Buffer.alloc(64 * 1024))
  .toString('latin1')
  .repeat(16);
const bytes = Buffer.from(block, 'latin1');
const BOUNDARY = 'boundary-of-the-upload-bench';

const blocks = function* blocks(megabytes: number) {
  for (let sent = 0; sent < megabytes; sent += 1) yield bytes;
};

/** The size of paced chunks, because a network delivers a large piece little by little. */
const PACED_PIECE = 64 * 1024;

/** Passes pieces through at an even rate (MB/s). */
export const atRate = async function* atRate(pieces: Iterable<Buffer>, rate: number) {
  const began = performance.now();
  let sent = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += PACED_PIECE) {
      const early = began + (sent / (rate * MEBIBYTE)) * 1000 - performance.now();
      if (early > 0) await sleep(early);
      const part = piece.subarray(at, at + PACED_PIECE);
      yield part;
      sent += part.length;
    }
  }
};

export interface Sent {
  readonly seconds: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Sending {
  readonly method: 'POST' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  /** Pieces of the body, and their total size. */
  readonly body: Iterable<Buffer> | AsyncIterable<Buffer>;
  readonly length: number;
}

const send = async (url: string, sending: Sending): Promise<Sent> => {
  const { origin, pathname } = new URL(url);
  const client = new Client(origin, { bodyTimeout: 0, headersTimeout: 0 });
  try {
    const began = performance.now();
    const response = await client.request({
      path: pathname,
      method: sending.method,
      headers: { ...sending.headers, 'content-length': String(sending.length) },
      body: Readable.from(sending.body, { objectMode: false, highWaterMark: MEBIBYTE }),
    });
    const body = await response.body.text();
    const seconds = (performance.now() - began) / 1000;
    return { seconds, status: response.statusCode, headers: response.headers, body };
  } finally {
    await client.close();
  }
};

const requireGood = (sent: Sent): Sent => {
  if (sent.status >= 300) throw new Error(`${sent.status} ${sent.body}`);
  return sent;
};

/** Sends megabytes as the body, at full speed or at a rate (MB/s). */
export const sendBody = async (url: string, megabytes: number, rate?: number): Promise<Sent> =>
  requireGood(
    await send(url, {
      method: 'POST',
      headers: {},
      body: rate === undefined ? blocks(megabytes) : atRate(blocks(megabytes), rate),
      length: megabytes * MEBIBYTE,
    }),
  );

interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends megabytes as the file of a form, after its fields, at full speed or at a rate (MB/s). */
export const sendForm = async (
  url: string,
  megabytes: number,
  { fields, headers }: Form,
  rate?: number,
): Promise<Sent> => {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const start = Buffer.from(
    `${parts.join('')}--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="bench.bin"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
  const end = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const body = function* body() {
    yield start;
    yield* blocks(megabytes);
    yield end;
  };
  return requireGood(
    await send(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: rate === undefined ? body() : atRate(body(), rate),
      length: start.length + megabytes * MEBIBYTE + end.length,
    }),
  );
};

/**
 * Sends megabytes by tus: one request creates the upload, one fills it. The time is that of both.
 */
export const sendTus = async (url: string, megabytes: number): Promise<Sent> => {
  const length = megabytes * MEBIBYTE;
  const versioned = { 'tus-resumable': '1.0.0' };
  const made = requireGood(
    await send(url, {
      method: 'POST',
      headers: { ...versioned, 'upload-length': String(length) },
      body: [],
      length: 0,
    }),
  );
  const location = made.headers['location'];
  if (typeof location !== 'string') throw new Error('The tus server named no upload.');
  const filled = requireGood(
    await send(new URL(location, url).href, {
      method: 'PATCH',
      headers: {
        ...versioned,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: blocks(megabytes),
      length,
    }),
  );
  return { ...filled, seconds: made.seconds + filled.seconds };
};
