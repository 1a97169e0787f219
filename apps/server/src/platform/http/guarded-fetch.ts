import { readBody } from './decode-body.ts';
import { createIpGuard, ForbiddenIpError, type IpGuardOptions } from './ip-guard.ts';
import { sendRequest, TooManyRedirectsError, userAgent } from './outgoing-request.ts';
import { messageOf } from '#platform/message-of.ts';

export type GuardedFetchErrorReason =
  /** Not an absolute http or https URL. */
  | 'url_invalid'
  /** A private network, another port, or another scheme, at once or after a redirect. */
  | 'address_forbidden'
  /** No such host, no connection, or an interrupted one. */
  | 'unreachable'
  | 'too_many_redirects'
  | 'too_large'
  | 'too_slow';

export class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError';
  readonly code: GuardedFetchErrorReason;

  constructor(code: GuardedFetchErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface GuardedFetchRequest {
  readonly accept: string;
  /** The limit of the decompressed body in bytes. */
  readonly maxBytes: number;
  /** Milliseconds for everything, redirects and body included. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

interface GuardedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** After redirects. */
  readonly url: string;
  readonly body: Buffer;
}

/** Fetches a URL given by a user. Throws `GuardedFetchError`, or the signal's reason. */
export type GuardedFetch = (url: string, request: GuardedFetchRequest) => Promise<GuardedResponse>;

export interface GuardedFetchOptions extends IpGuardOptions {
  /** Contact for the owners of sites. */
  readonly contact: string | undefined;
}

const toError = (error: unknown, timeout: AbortSignal): GuardedFetchError => {
  if (error instanceof GuardedFetchError) return error;
  const message = messageOf(error);
  const failure = (code: GuardedFetchErrorReason): GuardedFetchError =>
    new GuardedFetchError(code, message, { cause: error });
  if (timeout.aborted) return failure('too_slow');
  if (error instanceof ForbiddenIpError) return failure('address_forbidden');
  if (error instanceof TooManyRedirectsError) return failure('too_many_redirects');
  return failure('unreachable');
};

/**
 * For URLs that users give: it reaches the public internet only, and reads no more than allowed.
 */
export const createGuardedFetch = ({ contact, ...guarding }: GuardedFetchOptions): GuardedFetch => {
  const guard = createIpGuard(guarding);
  return async (href, { accept, maxBytes, timeoutMs, signal: outer }) => {
    const url = URL.parse(href);
    if (url === null) throw new GuardedFetchError('url_invalid', 'This is not an address.');
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = outer === undefined ? timeout : AbortSignal.any([timeout, outer]);
    try {
      const response = await sendRequest(url, guard, {
        headers: { 'user-agent': userAgent(contact), accept, 'accept-encoding': 'gzip' },
        signal,
      });
      const body = await readBody(
        response,
        maxBytes,
        () => new GuardedFetchError('too_large', `The answer has more than ${maxBytes} bytes.`),
      );
      return { status: response.status, headers: response.headers, url: response.url.href, body };
    } catch (error) {
      outer?.throwIfAborted();
      throw toError(error, timeout);
    }
  };
};
