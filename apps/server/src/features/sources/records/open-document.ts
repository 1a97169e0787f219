import { ImportError } from '../pipeline/import-error.ts';
import type { ConnectorContext } from '../pipeline/connector.ts';

export interface OpenDocument {
  /** As sent, possibly compressed. */
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly totalBytes: number | null;
  /** Of the Content-Type header. */
  readonly charset: string | null;
}

const untilBroken = async function* (
  bytes: AsyncIterable<Uint8Array>,
  host: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    throw new ImportError('FEED_TRUNCATED', `The connection to ${host} broke off: ${why}.`, {
      cause: error,
    });
  }
};

/**
 * Opens a document; returns null if it is unchanged since the last reading. Throws `SOURCE_REFUSES`
 * and `FEED_UNREACHABLE` for other responses.
 */
export const openDocument = async (
  { http, signal }: Pick<ConnectorContext, 'http' | 'signal'>,
  url: string,
): Promise<OpenDocument | null> => {
  const answer = await http.open(url, { conditional: true });
  if (answer.status === 200) {
    return {
      bytes: untilBroken(answer.bytes, new URL(url).host, signal),
      totalBytes: answer.totalBytes,
      charset:
        /charset\s*=\s*"?([\w.:-]+)/i.exec(answer.headers.get('content-type') ?? '')?.[1] ?? null,
    };
  }
  answer.discard();
  if (answer.status === 304) return null;
  const refuses = answer.status === 401 || answer.status === 403;
  throw new ImportError(
    refuses ? 'SOURCE_REFUSES' : 'FEED_UNREACHABLE',
    `${new URL(url).host} answered ${answer.status}.`,
  );
};
