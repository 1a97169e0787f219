import {
  SignatureV4,
  type SignatureV4CryptoInit,
  type SignatureV4Init,
} from '@smithy/signature-v4';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { ObjectStoreError } from './object-store.ts';
import type { PartChecksum } from './part-checksum.ts';

/** Bytes to be put, and how the store detects damage. */
export interface Payload {
  readonly bytes: Buffer;
  readonly checksum: PartChecksum;
}

interface PutTarget {
  /** URL of the object. */
  readonly url: URL;
  readonly query: Readonly<Record<string, string>>;
}

export type PutOutcome =
  | { readonly etag: string; readonly error?: undefined }
  /** `passing`: worth a retry. */
  | { readonly error: ObjectStoreError; readonly passing: boolean };

export interface SignedPut {
  /** Sends a part and returns its ETag. Retries temporary errors of the store. */
  send(target: PutTarget, payload: Payload, signal: AbortSignal): Promise<string>;
  /** Sends a part once and returns the outcome. */
  attempt(target: PutTarget, payload: Payload, signal: AbortSignal): Promise<PutOutcome>;
  close(): void;
}

const MAX_TRIES = 4;
const FIRST_DELAY_MS = 200;
/** Milliseconds without data from the store after which a try is given up. */
const IDLE_TIMEOUT_MS = 30_000;
const MAX_RESPONSE_LENGTH = 16 * 1024;

interface StoreResponse {
  readonly status: number;
  readonly etag: string;
  readonly body: string;
}

const readBody = async (response: http.IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) {
    if (body.length < MAX_RESPONSE_LENGTH) body += String(chunk);
  }
  return body;
};

const signHeaders = async (
  signer: SignatureV4,
  { url, query }: PutTarget,
  { bytes, checksum }: Payload,
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
      'content-length': String(bytes.length),
      ...checksum.headers,
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
  bytes: Buffer,
  options: Pick<http.RequestOptions, 'agent' | 'headers' | 'signal'>,
): Promise<StoreResponse> =>
  new Promise((resolve, reject) => {
    const { request: open } = target.url.protocol === 'https:' ? https : http;
    const path = pathOf(target);
    const request = open(target.url, { method: 'PUT', path, ...options });
    request.setTimeout(IDLE_TIMEOUT_MS, () => {
      request.destroy(new Error('The store does not respond.'));
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const respond = async (): Promise<StoreResponse> => {
        const body = await readBody(response);
        // The response came before all was sent; the rest must not be read from memory that is
        // reused.
        if (!request.writableFinished) request.destroy();
        return { status: response.statusCode ?? 0, etag: response.headers.etag ?? '', body };
      };
      respond().then(resolve, reject);
    });
    request.end(bytes);
  });

/** The error codes by which stores reject damaged bytes. */
const damageCodes: ReadonlySet<string> = new Set([
  'XAmzContentSHA256Mismatch',
  'XAmzContentChecksumMismatch',
  'BadDigest',
  'InvalidDigest',
]);

const rejectionOf = ({ status, body }: StoreResponse): ObjectStoreError => {
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? String(status);
  if (damageCodes.has(code)) {
    return new ObjectStoreError('corrupted', `The store received other bytes: ${code}`);
  }
  const full = status === 507 || code === 'QuotaExceeded' || code === 'EntityTooLarge';
  return new ObjectStoreError(full ? 'full' : 'unavailable', `The store rejected a part: ${code}`);
};

/** Worth a retry: an error of the store itself, or bytes damaged on the way. */
const isPassing = (error: ObjectStoreError, status: number): boolean =>
  error.reason === 'corrupted' ||
  (error.reason === 'unavailable' &&
    ((status >= 500 && status !== 501) || status === 408 || status === 429));

export const createSignedPut = (signing: SignatureV4Init & SignatureV4CryptoInit): SignedPut => {
  const signer = new SignatureV4({ ...signing, uriEscapePath: false });
  const agents = {
    http: new http.Agent({ keepAlive: true, maxFreeSockets: 16 }),
    https: new https.Agent({ keepAlive: true, maxFreeSockets: 16 }),
  };

  const attempt: SignedPut['attempt'] = async (target, payload, signal) => {
    try {
      const agent = target.url.protocol === 'https:' ? agents.https : agents.http;
      const headers = await signHeaders(signer, target, payload);
      const response = await sendOnce(target, payload.bytes, { agent, headers, signal });
      if (response.status === 200 && response.etag !== '') return { etag: response.etag };
      const error = rejectionOf(response);
      return { error, passing: isPassing(error, response.status) };
    } catch (cause) {
      signal.throwIfAborted();
      const error = new ObjectStoreError('unavailable', 'The store cannot be reached.', cause);
      return { error, passing: true };
    }
  };

  return {
    attempt,
    async send(target, payload, signal) {
      for (let tries = 1; ; tries += 1) {
        const outcome = await attempt(target, payload, signal);
        if (outcome.error === undefined) return outcome.etag;
        if (!outcome.passing || tries === MAX_TRIES) throw outcome.error;
        await sleep(FIRST_DELAY_MS * 2 ** (tries - 1), undefined, { signal });
      }
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
};
