import {
  SignatureV4,
  type SignatureV4CryptoInit,
  type SignatureV4Init,
} from '@smithy/signature-v4';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { ObjectStoreError } from './object-store.ts';

/**
 * Bytes of one part, as they came, with their SHA-256 in hexadecimal. It is part of the signature, so
 * every store refuses other bytes; processors compute it several times as fast as MD5.
 */
export interface Part {
  readonly chunks: readonly Buffer[];
  readonly size: number;
  readonly sha256: string;
}

export interface PutTarget {
  /** Address of the object. */
  readonly url: URL;
  readonly query: Readonly<Record<string, string>>;
}

export interface SignedPut {
  /** Sends a part and tells its ETag. Tries again where the store fails for a moment. */
  send(target: PutTarget, part: Part, signal: AbortSignal): Promise<string>;
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

const signHeaders = async (
  signer: SignatureV4,
  { url, query }: PutTarget,
  part: Part,
): Promise<Record<string, string>> => {
  const { headers } = await signer.sign({
    method: 'PUT',
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    path: url.pathname,
    query: { ...query },
    headers: {
      host: url.host,
      'content-length': String(part.size),
      'x-amz-content-sha256': part.sha256,
    },
  });
  return headers;
};

const pathOf = ({ url, query }: PutTarget): string => {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return pairs.length === 0 ? url.pathname : `${url.pathname}?${pairs.join('&')}`;
};

const sendOnce = (
  target: PutTarget,
  headers: Record<string, string>,
  part: Part,
  agent: http.Agent,
  signal: AbortSignal,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { request: open } = target.url.protocol === 'https:' ? https : http;
    const path = pathOf(target);
    const request = open(target.url, { method: 'PUT', path, agent, headers, signal });
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

/** What stores call bytes that are not those announced. */
const damageCodes: ReadonlySet<string> = new Set([
  'XAmzContentSHA256Mismatch',
  'BadDigest',
  'InvalidDigest',
]);

const refusalOf = ({ status, body }: Answer): ObjectStoreError => {
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? String(status);
  if (damageCodes.has(code)) {
    return new ObjectStoreError('corrupted', `The store received other bytes: ${code}`);
  }
  const full = status === 507 || code === 'QuotaExceeded' || code === 'EntityTooLarge';
  return new ObjectStoreError(full ? 'full' : 'unavailable', `The store refused a part: ${code}`);
};

/** Worth another try: it was the store's own trouble, or the bytes were damaged on the way. */
const isPassing = (error: ObjectStoreError, status: number): boolean =>
  error.fault === 'corrupted' ||
  (error.fault === 'unavailable' && (status >= 500 || status === 408 || status === 429));

export const createSignedPut = (signing: SignatureV4Init & SignatureV4CryptoInit): SignedPut => {
  const signer = new SignatureV4({ ...signing, uriEscapePath: false });
  const agents = {
    http: new http.Agent({ keepAlive: true, maxFreeSockets: 16 }),
    https: new https.Agent({ keepAlive: true, maxFreeSockets: 16 }),
  };

  const attempt = async (target: PutTarget, part: Part, signal: AbortSignal) => {
    try {
      const agent = target.url.protocol === 'https:' ? agents.https : agents.http;
      const headers = await signHeaders(signer, target, part);
      const answer = await sendOnce(target, headers, part, agent, signal);
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
    async send(target, part, signal) {
      for (let tries = 1; ; tries += 1) {
        const outcome = await attempt(target, part, signal);
        if (outcome.error === undefined) return outcome.etag;
        if (!outcome.passing || tries === MAX_TRIES) throw outcome.error;
        await pause(FIRST_DELAY_MS * 2 ** (tries - 1), undefined, { signal });
      }
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
};
