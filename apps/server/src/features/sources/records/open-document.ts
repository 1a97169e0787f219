import { ImportError } from '../pipeline/import-error.ts';
import { declaredCharset } from './decode-text.ts';
import { type StoredAccess, feedRequest } from './feed-access.ts';
import { carriesSecret } from './url-secrets.ts';
import type { ConnectorContext } from '../pipeline/connector.ts';
import { codingsOf } from '#platform/http/decode-body.ts';
import { messageOf } from '#platform/message-of.ts';

export interface OpenDocument {
  /** As sent, possibly compressed. */
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly totalBytes: number | null;
  /** Of the Content-Type header. */
  readonly charset: string | null;
  /** See `codingsToBrotli`. */
  readonly codings: readonly string[];
}

/**
 * The codings that a Content-Encoding header names, the outermost first, up to Brotli, which nothing
 * in the bytes shows. What is within shows whether it is gzip.
 */
export const codingsToBrotli = (header: string | null | undefined): readonly string[] => {
  const codings = codingsOf(header);
  return codings.slice(0, codings.indexOf('br') + 1);
};

/** The bytes of a response of `origin`. Throws `FEED_TRUNCATED` if its connection breaks off. */
export const untilBroken = async function* (
  bytes: AsyncIterable<Uint8Array>,
  origin: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    signal.throwIfAborted();
    const why = messageOf(error);
    throw new ImportError('FEED_TRUNCATED', `The connection to ${origin} broke off: ${why}.`, {
      cause: error,
    });
  }
};

/**
 * Opens a document; returns null if it is unchanged since the last reading. Throws `SOURCE_REFUSES`
 * and `FEED_UNREACHABLE` for other responses.
 */
export const openDocument = async (
  context: Pick<ConnectorContext, 'http' | 'signal' | 'credential'>,
  { url: feedUrl, access }: { readonly url: string; readonly access?: StoredAccess | undefined },
): Promise<OpenDocument | null> => {
  const { http, signal } = context;
  const { url, headers } = feedRequest(feedUrl, access, context);
  // Validators are stored with their URL, which must not hold a token.
  const response = await http.open(url, {
    conditional: url === feedUrl && !carriesSecret(url),
    headers,
  });
  if (response.status === 200) {
    return {
      bytes: untilBroken(response.bytes, new URL(url).host, signal),
      totalBytes: response.totalBytes,
      charset: declaredCharset(response.headers.get('content-type')),
      codings: codingsToBrotli(response.headers.get('content-encoding')),
    };
  }
  response.discard();
  if (response.status === 304) return null;
  const rejects = response.status === 401 || response.status === 403;
  throw new ImportError(
    rejects ? 'SOURCE_REFUSES' : 'FEED_UNREACHABLE',
    `${new URL(url).host} answered ${response.status}.`,
  );
};
