import { beginningOf } from '../records/text.ts';

/**
 * Why a whole import failed. The codes are stable, because scripts and the run history rely on
 * them.
 */
export type ImportErrorCode =
  /** The file is missing or unreadable, or the server's response is not the feed. */
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
  /** The feed lost nearly all its rows; it is rejected until an administrator allows it. */
  | 'FEED_SHRUNK'
  | 'SOURCE_NAME_INVALID'
  /** The connection failed, or the host does not exist. */
  | 'SOURCE_UNREACHABLE'
  /** 429 until the retries ran out. */
  | 'SOURCE_RATE_LIMITED'
  /** 5xx until the retries ran out. */
  | 'SOURCE_FAILING'
  /** 401, 403 or another response that rejects us or our credentials. */
  | 'SOURCE_REFUSES'
  /** robots.txt forbids the URL. */
  | 'SOURCE_FORBIDS'
  /** The response does not have the documented form. */
  | 'SOURCE_SHAPE_CHANGED'
  /** Pages that never end, or repeat. */
  | 'SOURCE_ENDLESS'
  /** Too many other readings wait for the same host. */
  | 'SOURCE_BUSY'
  /** The reading took longer than a reading may. */
  | 'SOURCE_TOO_SLOW'
  | 'SOURCE_CONFIG_INVALID'
  | 'CREDENTIAL_MISSING'
  /** A URL that would be stored contains a credential. */
  | 'CREDENTIAL_IN_URL'
  | 'IMPORT_RUNNING'
  | 'IMPORT_INTERRUPTED';

export interface ImportErrorOptions extends ErrorOptions {
  /** When the source asks to be read again, in epoch milliseconds. */
  readonly retryAt?: number | null;
}

/** Characters of a message, which may quote a source. It is stored with the run, and shown. */
const MAX_MESSAGE_LENGTH = 1_000;

export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code: ImportErrorCode;
  readonly retryAt: number | null;

  constructor(code: ImportErrorCode, message: string, options: ImportErrorOptions = {}) {
    super(beginningOf(message, MAX_MESSAGE_LENGTH), options);
    this.code = code;
    this.retryAt = options.retryAt ?? null;
  }
}
