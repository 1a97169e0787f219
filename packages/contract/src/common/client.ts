import type * as z from 'zod/mini';
import type { Call, CallInput } from './call.ts';
import { errorBodySchema, plainErrorSchema, type FieldError } from './errors.ts';
import { parsePayload } from './parse-json.ts';
import { parseResponse } from './parse-untrusted.ts';

/** The timeout of a call, in milliseconds (specification, section 7). */
export const REQUEST_TIMEOUT_MS = 30_000;
/** The window event dispatched for a 401 on any call (specification, section 7). */
export const AUTH_ERROR_EVENT = 'api-auth-error';
/** The server's default URL (specification, section 7). */
export const LOCAL_BASE_URL = 'http://localhost:5000';

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The origin of calls: the configured one, else port 5000 if the page itself is local, else the
 * page's origin. On the production domain a base URL with localhost (from a developer's build) is
 * replaced by the production host.
 */
export const resolveBaseUrl = (
  configured: string | undefined,
  pageUrl: string,
  productionHost: string | undefined,
): string => {
  const page = new URL(pageUrl);
  const base = new URL(
    configured ?? (localHosts.has(page.hostname) ? LOCAL_BASE_URL : page.origin),
  );
  const onProduction = productionHost !== undefined && page.hostname === productionHost;
  return onProduction && localHosts.has(base.hostname) ? page.origin : base.origin;
};

/**
 * A rejected or failed call. `code` is one of the error catalogue, or `network`, `timeout`,
 * `unreadable`, or `plain` for a rejection that has no code. Its message may then be empty.
 */
export class ApiError extends Error {
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly fields: Readonly<Record<string, FieldError>>;
  readonly details: Readonly<Record<string, string>>;
  /** Seconds to wait before a retry, if the server says so. */
  readonly retryAfter: number | undefined;

  constructor(
    code: string,
    status: number,
    message: string,
    more: {
      fields?: Readonly<Record<string, FieldError>> | undefined;
      details?: Readonly<Record<string, string>> | undefined;
      retryAfter?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.fields = more.fields ?? {};
    this.details = more.details ?? {};
    this.retryAfter = more.retryAfter;
  }
}

/** The arguments of any call. */
export interface AnyInput {
  readonly params?: Record<string, string>;
  readonly query?: object;
  readonly body?: unknown;
}

export interface ApiClientOptions {
  readonly baseUrl: string;
  /** The access token to send, or null for an anonymous call. */
  readonly readToken: () => string | null;
  /** Called for every 401; the call still fails. */
  readonly onUnauthorized: () => void;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
}

export interface ApiClient {
  /** Makes a call and parses its response. Throws `ApiError`, or the abort reason of `signal`. */
  call<Response extends Call['response'], C extends Call>(
    call: C & { readonly response: Response },
    input: AnyInput & CallInput<C>,
    signal?: AbortSignal,
  ): Promise<z.output<Response>>;
}

const fillPath = (path: string, params: Record<string, string>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

const queryText = (value: unknown): string[] => {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(queryText);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [String(value)];
  return [JSON.stringify(value)];
};

/** The query string: lists repeat their key, undefined values are left out. */
export const writeQuery = (query: object): string => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries<unknown>({ ...query })) {
    for (const text of queryText(value)) search.append(key, text);
  }
  return search.size === 0 ? '' : `?${search}`;
};

const readRetryAfter = (headers: Headers): number | undefined => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
};

const rejection = (response: Response, body: unknown): ApiError => {
  const plain = parseResponse(plainErrorSchema, body);
  const { code, message, ...more } = parseResponse(errorBodySchema, body)?.error ?? {
    code: plain ? 'plain' : 'unreadable',
    message: plain
      ? (plain.message ?? '')
      : response.ok
        ? 'Server error. Please try again later.'
        : response.statusText,
  };
  // Other servers also reject with a status of success.
  return new ApiError(code, plain && response.ok ? 400 : response.status, message, {
    ...more,
    retryAfter: readRetryAfter(response.headers),
  });
};

/** The URL of a call below the origin. */
export const callUrl = (call: Call, { params = {}, query = {} }: AnyInput): string =>
  fillPath(call.path, params) + writeQuery(query);

/** The headers of every request: `token` is the access token, or null for an anonymous call. */
export const requestHeaders = (token: string | null): Record<string, string> => ({
  Accept: 'application/json',
  ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
});

export const createApiClient = (options: ApiClientOptions): ApiClient => {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);

  return {
    async call(call, input, signal) {
      const { body }: AnyInput = input;
      const url = options.baseUrl + callUrl(call, input);
      const token = options.readToken();
      const timeout = AbortSignal.timeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS);

      let response: Response;
      let text: string;
      try {
        response = await send(url, {
          method: call.method,
          credentials: 'include',
          headers: {
            ...requestHeaders(token),
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        });
        // A response may also end early, for example when the page is left; the server did not send
        // that.
        text = await response.text();
      } catch (cause) {
        signal?.throwIfAborted();
        if (timeout.aborted)
          throw new ApiError('timeout', 0, 'Network error. Please check your connection.', {
            cause,
          });
        throw new ApiError('network', 0, 'Network error. Please check your connection.', { cause });
      }

      const received = parsePayload(text);
      const parsed = response.ok ? parseResponse(call.response, received) : undefined;
      if (parsed !== undefined) return parsed;
      if (response.status === 401) options.onUnauthorized();
      throw rejection(response, received);
    },
  };
};
