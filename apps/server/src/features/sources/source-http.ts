/** A service's documented limit of calls; it replaces the pace for web sites. */
export interface RateLimit {
  /** Calls with one name count together, per host. */
  readonly name: string;
  readonly calls: number;
  readonly perMs: number;
}

export interface SourceRequest {
  readonly method?: 'GET' | 'POST';
  /** A function is called for each attempt, as signatures with a date need. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
  readonly body?: string;
  /**
   * Requests the response only if it has changed since the last successful reading; else status
   * 304.
   */
  readonly conditional?: boolean;
  /**
   * For an API with documented limits. Without it the web site's robots.txt applies, and requests
   * to its host are sequential, 1.5 s apart.
   */
  readonly rateLimit?: RateLimit;
  /** The limit of the decompressed body in bytes; default 16 MiB. `open` ignores it. */
  readonly maxBytes?: number;
}

/** Any response except 429 and 5xx, which are retried and then thrown. */
export interface SourceResponse {
  readonly status: number;
  readonly headers: Headers;
  /** After redirects. */
  readonly url: string;
}

export interface ReadResponse extends SourceResponse {
  /** The whole body, decompressed. */
  readonly body: Uint8Array;
}

export interface OpenResponse extends SourceResponse {
  /** The body as sent, possibly compressed. Read it to its end, or discard it. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Discards an unwanted body. */
  discard(): void;
  readonly totalBytes: number | null;
}

/**
 * Sends connectors' requests politely (specification of sources, section 7): identifies us, keeps
 * the pace, respects robots.txt and Retry-After, and retries with growing delays. Throws
 * `ImportError`: SOURCE_UNREACHABLE, SOURCE_RATE_LIMITED, SOURCE_FAILING (5xx), SOURCE_FORBIDS
 * (robots.txt), FEED_TOO_LARGE; or the signal's reason.
 */
export interface SourceHttp {
  /** The whole response; a connection that fails in the body is retried as well. */
  read(url: string, request?: SourceRequest): Promise<ReadResponse>;
  /** For bodies that do not fit into memory. */
  open(url: string, request?: SourceRequest): Promise<OpenResponse>;
}
