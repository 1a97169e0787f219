import { requestHeaders, REQUEST_TIMEOUT_MS } from '@izgodno/contract/common/client';

interface Sent {
  /** When it was sent, in milliseconds. */
  readonly at: number;
  readonly authorization: string | undefined;
  readonly response: Promise<Response>;
}

/** Rejects with the reason of `signal` when that aborts first. */
const unlessAborted = async <T>(result: Promise<T>, signal: AbortSignal): Promise<T> => {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([result, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
};

/**
 * GET requests that are sent before the code that makes their calls has loaded. The first call of
 * the same URL takes the response, if the same user makes it within the time of a call.
 */
export class RequestsAhead {
  readonly #fetch: typeof fetch;
  readonly #now: () => number;
  readonly #sent = new Map<string, Sent>();

  /** `now` returns milliseconds. */
  constructor(send: typeof fetch, now: () => number) {
    this.#fetch = send;
    this.#now = now;
  }

  send(url: string, token: string): void {
    const headers = requestHeaders(token);
    const response = this.#fetch(url, {
      credentials: 'include',
      headers,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    // The call that takes it reports a failure.
    response.catch(() => undefined);
    this.#sent.set(url, { at: this.#now(), authorization: headers['Authorization'], response });
  }

  /** `fetch` that takes the response to a request that was sent ahead. */
  readonly fetch: typeof fetch = async (input, init = {}) => {
    const url = String(input instanceof Request ? input.url : input);
    const sent = this.#sent.get(url);
    const isGet = init.method === undefined || init.method === 'GET';
    if (sent === undefined || !isGet) return this.#fetch(input, init);
    this.#sent.delete(url);
    const isSame =
      (new Headers(init.headers).get('authorization') ?? undefined) === sent.authorization;
    if (!isSame || this.#now() - sent.at > REQUEST_TIMEOUT_MS) return this.#fetch(input, init);
    return init.signal ? unlessAborted(sent.response, init.signal) : sent.response;
  };
}
