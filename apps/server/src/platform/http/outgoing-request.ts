import * as http from 'node:http';
import * as https from 'node:https';
import type { IpGuard } from './ip-guard.ts';

/** Milliseconds without data after which a server is given up. */
const SILENCE = 60_000;
const MAX_REDIRECTS = 5;
const PRODUCT_TOKEN = 'Izgodno/0.1';

/** The User-Agent header: a product token, and a contact URL if there is one. */
export const userAgent = (contact: string | undefined): string =>
  contact === undefined ? PRODUCT_TOKEN : `${PRODUCT_TOKEN} (+${contact})`;

export class TooManyRedirectsError extends Error {
  override readonly name = 'TooManyRedirectsError';
}

export interface OutgoingRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Called before a redirect to another URL; throws to reject it. */
  readonly beforeRedirect?: (url: URL) => Promise<void>;
}

export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Headers;
  /** After redirects. */
  readonly url: URL;
  /** As sent. Throws if the connection ends before the announced length. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Closes the connection of an unwanted body. */
  discard(): void;
}

const toHeaders = (message: http.IncomingMessage): Headers => {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return headers;
};

/**
 * The headers for any host of a redirect. Others, such as credentials, go to the first host only.
 */
const forAnyHost = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) =>
      /^(?:user-agent|accept|accept-encoding)$/i.test(name),
    ),
  );

const bodyOf = async function* (message: http.IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of message) if (chunk instanceof Uint8Array) yield chunk;
  } finally {
    message.destroy();
  }
};

/**
 * Path and query as written, because Node alone drops an empty query's question mark, which may be
 * signed.
 */
const targetOf = (url: URL): string => url.href.replace(/^[^:]+:\/\/[^/?#]*|#.*$/g, '');

const sendOnce = (
  url: URL,
  guard: IpGuard,
  { method = 'GET', headers, body, signal }: OutgoingRequest,
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    guard.check(url);
    const sent = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method,
        path: targetOf(url),
        headers,
        signal,
        timeout: SILENCE,
        // No reused connection, because one opened for another purpose would bypass the guard.
        agent: false,
        lookup: guard.lookupFor(url),
      },
      resolve,
    );
    sent.on('timeout', () => sent.destroy(new Error(`silent for ${SILENCE / 1_000} s`)));
    sent.on('error', reject);
    sent.end(body);
  });

/**
 * Sends a request and follows its redirects, each checked by the guard. Without cookies and
 * referrer. Rejects with the guard's `ForbiddenIpError`, `TooManyRedirectsError`, the signal's
 * reason or the system's error.
 */
export const sendRequest = async (
  target: URL,
  guard: IpGuard,
  request: OutgoingRequest,
): Promise<OutgoingResponse> => {
  let url = target;
  let { headers } = request;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const message = await sendOnce(url, guard, { ...request, headers }).catch((error: unknown) => {
      request.signal.throwIfAborted();
      throw error;
    });
    const status = message.statusCode ?? 0;
    const { location } = message.headers;
    const next = location === undefined ? null : URL.parse(location, url);
    if (status < 300 || status >= 400 || status === 304 || next === null) {
      return {
        status,
        headers: toHeaders(message),
        url,
        bytes: bodyOf(message),
        discard: () => void message.destroy(),
      };
    }
    message.destroy();
    guard.check(next);
    await request.beforeRedirect?.(next);
    if (next.origin !== url.origin) headers = forAnyHost(headers);
    url = next;
  }
  throw new TooManyRedirectsError(`more than ${MAX_REDIRECTS} redirects`);
};
