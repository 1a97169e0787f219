import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import path from 'node:path';
import { ImportError } from '../pipeline/import-error.ts';
import { MAX_REDIRECTS, userAgent } from '#platform/http/outgoing-request.ts';
import { declaredCharset } from '../records/decode-text.ts';
import { codingsToBrotli, type OpenDocument, untilBroken } from '../records/open-document.ts';
import { messageOf } from '#platform/message-of.ts';

const READ_BYTES = 2 ** 17;
/** Milliseconds without data after which a server is given up. */
const SILENCE = 60_000;

export interface OpenedFeed extends OpenDocument {
  /** A host or a file's name, for a source whose feed has no name. */
  readonly sourceName: string;
}

const unreachable = (origin: string, why: string, cause?: unknown): ImportError =>
  new ImportError('FEED_UNREACHABLE', `Cannot read ${origin}: ${why}.`, { cause });

/** What asks for a feed, and for whom. */
export interface FeedReader {
  /** Contact for shop owners; part of the User-Agent, if set. */
  readonly contact: string | undefined;
  /** Cancels a reading, also while it waits for the feed's server. */
  readonly signal: AbortSignal;
}

const request = (url: URL, { contact, signal }: FeedReader): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? https.get : http.get;
    const sent = get(
      url,
      {
        headers: {
          'user-agent': userAgent(contact),
          accept: 'application/xml, text/xml, text/tab-separated-values, */*;q=0.5',
          'accept-encoding': 'gzip',
        },
        timeout: SILENCE,
        signal,
      },
      resolve,
    );
    sent.on('timeout', () => sent.destroy(new Error(`silent for ${SILENCE / 1_000} s`)));
    sent.on('error', reject);
  });

const bodyOf = async function* (response: http.IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) if (chunk instanceof Uint8Array) yield chunk;
  } finally {
    response.destroy();
  }
};

const openUrl = async (origin: string, reader: FeedReader): Promise<OpenedFeed> => {
  const { signal } = reader;
  let url = new URL(origin);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await request(url, reader).catch((error: unknown) => {
      signal.throwIfAborted();
      throw unreachable(origin, messageOf(error), error);
    });
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (status >= 300 && status < 400 && location !== undefined) {
      response.destroy();
      const next = URL.parse(location, url);
      if (next === null || !/^https?:$/.test(next.protocol))
        throw unreachable(origin, `it redirects to ${location}`);
      url = next;
      continue;
    }
    if (status !== 200) {
      response.destroy();
      throw unreachable(origin, `the server answered ${status}`);
    }
    const length = Number(response.headers['content-length'] ?? Number.NaN);
    return {
      bytes: untilBroken(bodyOf(response), origin, signal),
      totalBytes: Number.isSafeInteger(length) ? length : null,
      charset: declaredCharset(response.headers['content-type']),
      codings: codingsToBrotli(response.headers['content-encoding']),
      sourceName: url.hostname,
    };
  }
  throw unreachable(origin, `more than ${MAX_REDIRECTS} redirects`);
};

const fileBytes = async function* (file: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: READ_BYTES, signal })) {
      if (chunk instanceof Uint8Array) yield chunk;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(file, messageOf(error), error);
  }
};

const openFile = async (file: string, signal: AbortSignal): Promise<OpenedFeed> => {
  const found = await stat(file).catch((error: unknown) => {
    throw unreachable(file, messageOf(error), error);
  });
  if (found.isDirectory()) throw unreachable(file, 'it is a folder');
  return {
    bytes: fileBytes(file, signal),
    // A pipe has no size.
    totalBytes: found.isFile() ? found.size : null,
    charset: null,
    codings: [],
    sourceName: path.basename(file).replace(/\..*$/, ''),
  };
};

/** Opens a feed by its path or http(s) URL. Throws `FEED_UNREACHABLE`, or the signal's reason. */
export const openFeed = (origin: string, reader: FeedReader): Promise<OpenedFeed> =>
  /^https?:\/\//i.test(origin) ? openUrl(origin, reader) : openFile(origin, reader.signal);
