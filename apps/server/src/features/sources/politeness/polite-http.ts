import { readBody } from '#platform/http/decode-body.ts';
import { type IpGuard, ForbiddenIpError } from '#platform/http/ip-guard.ts';
import {
  type OutgoingResponse,
  type ResponsePatience,
  sendRequest,
  TooManyRedirectsError,
  userAgent,
} from '#platform/http/outgoing-request.ts';
import { ImportError } from '../pipeline/import-error.ts';
import type { OpenResponse, ReadResponse, SourceHttp, SourceRequest } from '../source-http.ts';
import { createCallLimits } from './call-limits.ts';
import { createHostPace, type HostPace, type Release } from './host-pace.ts';
import { TransientError, withRetries } from './retries.ts';
import { createRobots } from './robots.ts';
import type { Timing } from './timing.ts';
import type { ReadingValidators } from './validators.ts';
import { messageOf } from '#platform/message-of.ts';

/**
 * Milliseconds from `now` of a Retry-After header in seconds or as an HTTP date; `null` if it is
 * invalid.
 */
export const parseRetryAfter = (value: string | null, now: number): number | null => {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // HTTP dates start with a weekday; Date.parse alone would accept "10." and the like.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
};

const DEFAULT_MAX_BYTES = 16 * 2 ** 20;

export interface SourceNetworkOptions {
  readonly guard: IpGuard;
  /** How long servers may keep us waiting, if not as usual. */
  readonly patience?: ResponsePatience;
  /** Contact for the owners of sources. */
  readonly contact: string | undefined;
  readonly timing: Timing;
  /** Shared by networks that may reach the same hosts. */
  readonly pace?: HostPace;
}

/** All requests to sources, at one pace however many sources are read concurrently. */
export interface SourceNetwork {
  /** For one reading of one source. */
  forReading(reading: ReadingAccess): SourceHttp;
}

interface ReadingAccess {
  readonly validators: ReadingValidators;
  readonly signal: AbortSignal;
}

interface PacedResponse {
  readonly response: OutgoingResponse;
  readonly release: Release;
}

const readWhole = (response: OutgoingResponse, maxBytes: number): Promise<Buffer> =>
  readBody(
    response,
    maxBytes,
    () =>
      new ImportError(
        'FEED_TOO_LARGE',
        `${response.url.host} answered more than ${maxBytes} bytes.`,
      ),
  );

const parseHttpUrl = (text: string): URL => {
  const url = URL.parse(text);
  if (url === null) throw new ImportError('SOURCE_CONFIG_INVALID', `"${text}" is no address.`);
  return url;
};

const isNew = (response: OutgoingResponse, { conditional = false }: SourceRequest): boolean =>
  conditional && response.status === 200;

export const createSourceNetwork = ({
  guard,
  contact,
  timing,
  patience,
  pace = createHostPace(timing),
}: SourceNetworkOptions): SourceNetwork => {
  const { clock } = timing;
  const limits = createCallLimits(timing);
  const agent = userAgent(contact);
  const robots = createRobots({ guard, userAgent: agent, timing, pace, patience });

  const forReading = ({ validators, signal }: ReadingAccess): SourceHttp => {
    let holds = false;

    /**
     * Throws while the reading holds a host: readings that hold one and wait for another could wait
     * for each other.
     */
    const admit = async (url: URL, { rateLimit }: SourceRequest): Promise<void> => {
      if (rateLimit !== undefined) return;
      if (holds) throw new Error(`A request to ${url.host} before the last response was read.`);
      await robots.check(url, signal);
    };

    /** Waits for the host; returns its release. */
    const queue = async (url: URL, { rateLimit }: SourceRequest): Promise<Release> => {
      if (rateLimit !== undefined) {
        await limits.takeCall(url.host, rateLimit, signal);
        return () => {};
      }
      const release = await pace.acquire(url.host, signal);
      holds = true;
      let held = true;
      return () => {
        if (held) holds = false;
        held = false;
        release();
      };
    };

    const send = (
      url: URL,
      request: SourceRequest,
      beforeRedirect: (next: URL) => Promise<void>,
    ): Promise<OutgoingResponse> => {
      const { headers = {}, conditional = false } = request;
      return sendRequest(url, guard, {
        ...(request.method === undefined ? {} : { method: request.method }),
        ...(request.body === undefined ? {} : { body: request.body }),
        headers: {
          'user-agent': agent,
          'accept-encoding': 'gzip',
          ...(typeof headers === 'function' ? headers() : headers),
          ...(conditional ? validators.headersFor(url.href) : {}),
        },
        signal,
        beforeRedirect,
        ...(patience === undefined ? {} : { patience }),
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        if (error instanceof ForbiddenIpError) {
          throw new ImportError('SOURCE_FORBIDS', `${url.host}: ${error.message}.`, {
            cause: error,
          });
        }
        if (error instanceof ImportError) throw error;
        const why = `${url.host}: ${messageOf(error)}`;
        // Another try would go the same way.
        if (error instanceof TooManyRedirectsError)
          throw new ImportError('SOURCE_UNREACHABLE', `${why}.`, { cause: error });
        throw new TransientError('SOURCE_UNREACHABLE', why, null, error);
      });
    };

    const isConditional = (url: URL, { conditional = false }: SourceRequest): boolean =>
      conditional && Object.keys(validators.headersFor(url.href)).length > 0;

    /** One attempt while the host is acquired. Throws `TransientError` for errors worth a retry. */
    const attempt = async (url: URL, request: SourceRequest): Promise<PacedResponse> => {
      let release = await queue(url, request);
      try {
        const response = await send(url, request, async (next) => {
          // Released before the next host is acquired, because both may be one host, as from http
          // to https.
          release();
          await admit(next, request);
          release = await queue(next, request);
        });
        // Only a reading that has the body may take it for unchanged.
        const isBodyMissing = response.status === 304 && !isConditional(url, request);
        if (response.status === 429 || response.status >= 500 || isBodyMissing) {
          response.discard();
          const asked = parseRetryAfter(response.headers.get('retry-after'), clock.now());
          const limited = response.status === 429;
          throw new TransientError(
            limited ? 'SOURCE_RATE_LIMITED' : 'SOURCE_FAILING',
            `${url.host} answered ${response.status}`,
            // A documented limit resets after its span at the latest.
            asked ?? (limited ? (request.rateLimit?.perMs ?? null) : null),
          );
        }
        return { response, release };
      } catch (error) {
        release();
        throw error;
      }
    };

    return {
      async read(href, request = {}): Promise<ReadResponse> {
        const url = parseHttpUrl(href);
        await admit(url, request);
        return withRetries(timing, signal, async () => {
          const { response, release } = await attempt(url, request);
          try {
            const body = await readWhole(response, request.maxBytes ?? DEFAULT_MAX_BYTES).catch(
              (error: unknown) => {
                if (error instanceof ImportError) throw error;
                const why = `the answer of ${url.host} broke off: ${messageOf(error)}`;
                throw new TransientError('SOURCE_UNREACHABLE', why, null, error);
              },
            );
            if (isNew(response, request)) validators.note(url.href, response.headers);
            return {
              status: response.status,
              headers: response.headers,
              url: response.url.href,
              body,
            };
          } finally {
            release();
          }
        });
      },

      async open(href, request = {}): Promise<OpenResponse> {
        const url = parseHttpUrl(href);
        await admit(url, request);
        return withRetries(timing, signal, async () => {
          const { response, release } = await attempt(url, request);
          const length = Number(response.headers.get('content-length') ?? Number.NaN);
          const bytes = async function* (): AsyncGenerator<Uint8Array> {
            try {
              yield* response.bytes;
              if (isNew(response, request)) validators.note(url.href, response.headers);
            } finally {
              release();
            }
          };
          if (response.status === 304) {
            response.discard();
            release();
          }
          return {
            status: response.status,
            headers: response.headers,
            url: response.url.href,
            bytes: bytes(),
            totalBytes: Number.isSafeInteger(length) ? length : null,
            discard: () => {
              response.discard();
              release();
            },
          };
        });
      },
    };
  };

  return { forReading };
};
