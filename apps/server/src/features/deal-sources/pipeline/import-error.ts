/** Why an import as a whole failed. The codes are stable: scripts and the run history rely on them. */
export type ImportErrorCode =
  /** The file is not there, cannot be read, or the server answered with anything but the feed. */
  | 'FEED_UNREACHABLE'
  | 'FEED_EMPTY'
  | 'FEED_IS_HTML'
  /** Neither RSS, RSS 1.0, Atom nor tab-separated values with a header. */
  | 'FEED_FORMAT_UNKNOWN'
  | 'FEED_MALFORMED'
  | 'FEED_TRUNCATED'
  | 'FEED_GZIP_BROKEN'
  | 'FEED_GZIP_BOMB'
  | 'FEED_TOO_LARGE'
  | 'FEED_FIELD_TOO_LARGE'
  | 'FEED_TOO_MANY_ROWS'
  /** The feed lost nearly all its rows: held back until somebody allows it. */
  | 'FEED_SHRUNK'
  | 'SOURCE_NAME_INVALID'
  /** The connection failed, or the host does not exist. */
  | 'SOURCE_UNREACHABLE'
  /** 429 to the end of our patience. */
  | 'SOURCE_RATE_LIMITED'
  /** 5xx to the end of our patience. */
  | 'SOURCE_FAILING'
  /** 401, 403 or what else says that it does not want us, or does not know us. */
  | 'SOURCE_REFUSES'
  /** robots.txt forbids the address. */
  | 'SOURCE_FORBIDS'
  /** The answer is not of the documented form. */
  | 'SOURCE_SHAPE_CHANGED'
  /** Pages that never end, or repeat. */
  | 'SOURCE_ENDLESS'
  | 'SOURCE_CONFIG_INVALID'
  | 'CREDENTIAL_MISSING'
  | 'IMPORT_RUNNING'
  | 'IMPORT_INTERRUPTED';

export interface ImportErrorOptions extends ErrorOptions {
  /** The source asks not to be read before this time, in epoch milliseconds. */
  readonly retryAt?: number | null;
}

export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code: ImportErrorCode;
  readonly retryAt: number | null;

  constructor(code: ImportErrorCode, message: string, options: ImportErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.retryAt = options.retryAt ?? null;
  }
}
