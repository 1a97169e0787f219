/** How often a service allows its calls, where it says so; it then takes the place of the pace for web sites. */
export interface RateLimit {
  /** Calls of one name count together, per host. */
  readonly name: string;
  readonly calls: number;
  readonly perMs: number;
}

export interface SourceRequest {
  readonly method?: 'GET' | 'POST';
  /** A function is asked anew for each attempt, as signatures with a date must be. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
  readonly body?: string;
  /** Asks for the answer only if it has changed since the last successful reading: status 304 else. */
  readonly conditional?: boolean;
  /** Of an API that documents its limits. Without it the address is a web site's: robots.txt holds, and one request at a time goes to its host, 1.5 s apart. */
  readonly rateLimit?: RateLimit;
  /** Bytes of the body, decompressed; 16 MiB where nothing is said. `open` takes no notice of it. */
  readonly maxBytes?: number;
}

/** Any answer but 429 and 5xx, which are tried again and then thrown: the others are for the connector to judge. */
export interface SourceAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** After redirects. */
  readonly url: string;
}

export interface ReadAnswer extends SourceAnswer {
  /** The whole body, decompressed. */
  readonly body: Uint8Array;
}

export interface OpenAnswer extends SourceAnswer {
  /** The body as it comes over the wire, perhaps compressed. Read it to its end, or discard it. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Lets go of a body that is not wanted. */
  discard(): void;
  readonly totalBytes: number | null;
}

/**
 * How connectors reach their sources: politely (specification of sources, section 7). It identifies us,
 * keeps the pace, minds robots.txt and Retry-After, and tries again with growing delays. Throws
 * `ImportError`: SOURCE_UNREACHABLE, SOURCE_RATE_LIMITED, SOURCE_FAILING (5xx), SOURCE_FORBIDS
 * (robots.txt), FEED_TOO_LARGE; or the signal's reason.
 */
export interface SourceHttp {
  /** The whole answer; a connection that breaks in the body is tried again as well. */
  read(url: string, request?: SourceRequest): Promise<ReadAnswer>;
  /** For bodies that do not fit memory. */
  open(url: string, request?: SourceRequest): Promise<OpenAnswer>;
}
