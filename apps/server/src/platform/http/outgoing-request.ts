import * as http from 'node:http';
import * as https from 'node:https';
import type { IpGuard } from './ip-guard.ts';

/** How long a server may keep us waiting. Our own pauses do not count. */
export interface ResponsePatience {
  /** Milliseconds from a request to the head of its response. */
  readonly headMs: number;
  /** Milliseconds of waiting for a body that no rate needs to justify. */
  readonly graceMs: number;
  /** A body slower than this after the grace is given up; a trickle would otherwise never end. */
  readonly bytesPerSecond: number;
}

const usualPatience: ResponsePatience = {
  headMs: 30_000,
  graceMs: 30_000,
  bytesPerSecond: 16 * 2 ** 10,
};
/** How many redirects one request follows. */
export const MAX_REDIRECTS = 5;
/** The longest wait of a timer of Node's, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;
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
  /** Default: 30 s for the head, then at least 16 KiB a second after 30 s of waiting. */
  readonly patience?: ResponsePatience;
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

/** The body; throws if the connection ends early, or if the server sends too slowly. */
const bodyOf = async function* (
  message: http.IncomingMessage,
  { graceMs, bytesPerSecond }: ResponsePatience,
): AsyncGenerator<Uint8Array> {
  let waited = 0;
  let bytes = 0;
  const chunks: AsyncIterator<unknown> = message[Symbol.asyncIterator]();
  try {
    for (;;) {
      const began = performance.now();
      const left = graceMs + (1_000 * bytes) / bytesPerSecond - waited;
      const timer = setTimeout(
        () => message.destroy(new Error('the server sends too slowly')),
        Math.min(Math.max(0, left), MAX_TIMER_MS),
      );
      const next = await chunks.next().finally(() => clearTimeout(timer));
      waited += performance.now() - began;
      if (next.done === true) return;
      if (!(next.value instanceof Uint8Array)) continue;
      bytes += next.value.length;
      yield next.value;
    }
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
  { method = 'GET', headers, body, signal, patience = usualPatience }: OutgoingRequest,
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
        // No reused connection, because one opened for another purpose would bypass the guard.
        agent: false,
        lookup: guard.lookupFor(url),
      },
      (message) => {
        clearTimeout(timer);
        resolve(message);
      },
    );
    const timer = setTimeout(
      () => sent.destroy(new Error(`no response within ${patience.headMs / 1_000} s`)),
      patience.headMs,
    );
    sent.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
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
        bytes: bodyOf(message, request.patience ?? usualPatience),
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
