import http from 'node:http';
import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { ObjectStoreError } from './object-store.ts';

/** Bytes of one part, as they came, with their MD5 in Base64: the store refuses others (RFC 1864). */
export interface Part {
  readonly chunks: readonly Buffer[];
  readonly size: number;
  readonly md5: string;
}

export interface PresignedPut {
  /** Sends a part to a presigned address and tells its ETag. Tries again where the store fails for a moment. */
  send(url: string, part: Part, signal: AbortSignal): Promise<string>;
  close(): void;
}

const MAX_TRIES = 4;
const FIRST_DELAY_MS = 200;
/** Silence of the store after which a try is given up. */
const IDLE_TIMEOUT_MS = 30_000;
const MAX_ANSWER_LENGTH = 16 * 1024;

interface Answer {
  readonly status: number;
  readonly etag: string;
  readonly body: string;
}

const readBody = async (response: http.IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) {
    if (body.length < MAX_ANSWER_LENGTH) body += String(chunk);
  }
  return body;
};

const sendOnce = (url: URL, part: Part, agent: http.Agent, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { request: open } = url.protocol === 'https:' ? https : http;
    const headers = { 'Content-Length': part.size, 'Content-MD5': part.md5 };
    const request = open(url, { method: 'PUT', agent, headers, signal });
    request.setTimeout(IDLE_TIMEOUT_MS, () => {
      request.destroy(new Error('The store has gone silent.'));
    });
    request.on('error', reject);
    request.on('response', (response) => {
      readBody(response).then(
        (body) =>
          resolve({ status: response.statusCode ?? 0, etag: response.headers.etag ?? '', body }),
        reject,
      );
    });
    // One write of all chunks together: they are never copied into one buffer.
    request.cork();
    for (const chunk of part.chunks) request.write(chunk);
    request.end();
  });

const refusalOf = ({ status, body }: Answer): ObjectStoreError => {
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? String(status);
  if (code === 'BadDigest' || code === 'InvalidDigest') {
    return new ObjectStoreError('corrupted', `The store received other bytes: ${code}`);
  }
  const full = status === 507 || code === 'QuotaExceeded' || code === 'EntityTooLarge';
  return new ObjectStoreError(full ? 'full' : 'unavailable', `The store refused a part: ${code}`);
};

/** Worth another try: it was the store's own trouble, or the bytes were damaged on the way. */
const isPassing = (error: ObjectStoreError, status: number): boolean =>
  error.fault === 'corrupted' ||
  (error.fault === 'unavailable' && (status >= 500 || status === 408 || status === 429));

export const createPresignedPut = (firstDelay = FIRST_DELAY_MS): PresignedPut => {
  const agents = {
    http: new http.Agent({ keepAlive: true, maxFreeSockets: 16 }),
    https: new https.Agent({ keepAlive: true, maxFreeSockets: 16 }),
  };

  const attempt = async (url: URL, part: Part, signal: AbortSignal) => {
    try {
      const agent = url.protocol === 'https:' ? agents.https : agents.http;
      const answer = await sendOnce(url, part, agent, signal);
      if (answer.status === 200 && answer.etag !== '') return { etag: answer.etag };
      const error = refusalOf(answer);
      return { error, passing: isPassing(error, answer.status) };
    } catch (cause) {
      signal.throwIfAborted();
      const error = new ObjectStoreError('unavailable', 'The store cannot be reached.', cause);
      return { error, passing: true };
    }
  };

  return {
    async send(url, part, signal) {
      const address = new URL(url);
      for (let tries = 1; ; tries += 1) {
        const outcome = await attempt(address, part, signal);
        if (outcome.error === undefined) return outcome.etag;
        if (!outcome.passing || tries === MAX_TRIES) throw outcome.error;
        await pause(firstDelay * 2 ** (tries - 1), undefined, { signal });
      }
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
};
