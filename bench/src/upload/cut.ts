import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { RESUMABLE_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import { atRate } from './send.ts';
import { startUploading, type Uploading } from './uploading.ts';
import { uploadMetadata } from '../../../apps/server/test/upload-metadata.ts';

const MEBIBYTE = 1024 * 1024;
const FILE = 64 * MEBIBYTE;
/** As browsers send it: see `UPLOAD_CHUNK_SIZE`. */
const CHUNK = 8 * MEBIBYTE;
const PIECE = 64 * 1024;
/** MB/s: fast enough for a short run, slow enough to show lost bytes. */
const RATE = 16;
const piece = Buffer.alloc(PIECE, 7);

const piecesOf = function* piecesOf(bytes: number) {
  for (let left = bytes; left > 0; left -= PIECE) yield piece.subarray(0, Math.min(PIECE, left));
};

const begin = async ({ product, userId, token }: Uploading): Promise<string> => {
  const fields = { userId, channelId: 'deals', messageId: 'bench', uploadId: randomUUID() };
  const response = await fetch(`${product.url}${RESUMABLE_UPLOAD_PATH}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(FILE),
      'upload-metadata': uploadMetadata({ ...fields, filename: 'cut.bin' }),
    },
  });
  return new URL(response.headers.get('location') ?? '', product.url).href;
};

/** Sends one chunk at the rate; with `cutAfter` the connection closes after that many bytes. */
const sendChunk = async (
  { token }: Uploading,
  url: string,
  offset: number,
  cutAfter = Infinity,
): Promise<{ readonly sent: number; readonly cut: boolean }> => {
  const length = Math.min(CHUNK, FILE - offset);
  const request = http.request(url, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': length,
    },
  });
  request.on('error', () => {});
  let sent = 0;
  const body = Readable.from(atRate(piecesOf(length), RATE), { objectMode: false });
  body.on('data', (chunk: Buffer) => {
    sent += chunk.length;
    if (sent >= cutAfter) request.destroy();
  });
  body.pipe(request);
  if (cutAfter < length) {
    await new Promise((resolve) => {
      request.once('close', resolve);
    });
    body.destroy();
    return { sent, cut: true };
  }
  const [response] = await once(request, 'response');
  response.resume();
  if (response.statusCode !== 204) throw new Error(`A chunk was answered ${response.statusCode}.`);
  return { sent, cut: false };
};

const askOffset = async ({ token }: Uploading, url: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const response = await fetch(url, { method: 'HEAD', headers });
  return Number(response.headers.get('upload-offset'));
};

/** Sends the file and closes the connection at `cutAt`; returns seconds and repeated bytes. */
const upload = async (uploading: Uploading, cutAt: number) => {
  const url = await begin(uploading);
  const began = performance.now();
  let sentAgain = 0;
  let offset = 0;
  let toCome = cutAt;
  while (offset < FILE) {
    const { sent, cut } = await sendChunk(uploading, url, offset, toCome - offset);
    if (!cut) {
      offset += sent;
      continue;
    }
    toCome = Infinity;
    const stored = await askOffset(uploading, url);
    sentAgain = offset + sent - stored;
    offset = stored;
  }
  return { seconds: (performance.now() - began) / 1000, sentAgain };
};

/** The cost of a closed connection in the middle of a resumable upload. */
export const measureCut = async (root: string, say: (line: string) => void) => {
  const folder = await mkdtemp(path.join(root, 'cut-'));
  const uploading = await startUploading(folder, { UPLOAD_METHOD: 'resumable' });
  try {
    say('A resumable upload whole, and cut in the middle …');
    await upload(uploading, Infinity);
    const whole = await upload(uploading, Infinity);
    const cut = await upload(uploading, FILE / 2 + CHUNK / 2);
    const lost = cut.seconds - whole.seconds;
    return {
      megabytes: FILE / MEBIBYTE,
      chunkMegabytes: CHUNK / MEBIBYTE,
      megabytesPerSecond: RATE,
      secondsWhole: Number(whole.seconds.toFixed(3)),
      secondsLost: Number(lost.toFixed(3)),
      chunksLost: Number((lost / (CHUNK / MEBIBYTE / RATE)).toFixed(2)),
      megabytesSentAgain: Number((cut.sentAgain / MEBIBYTE).toFixed(2)),
      limitChunks: 1,
    };
  } finally {
    await uploading.product.stop();
  }
};
