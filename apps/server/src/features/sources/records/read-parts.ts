import type { ConnectorContext, RecordBatch } from '../pipeline/connector.ts';
import { ImportError, type ImportErrorCode } from '../pipeline/import-error.ts';

/** Failures in a row after which the source itself is assumed to fail. */
const MAX_FAILURES = 5;

/** Failures that every part would have. */
const ofTheWhole: ReadonlySet<ImportErrorCode> = new Set<ImportErrorCode>([
  'CREDENTIAL_MISSING',
  'SOURCE_BUSY',
  'SOURCE_CONFIG_INVALID',
  'SOURCE_FORBIDS',
  'SOURCE_RATE_LIMITED',
]);

/**
 * The failure as one of a part alone. Throws any other: one that every part would have, the end of
 * the reading, and an internal error.
 */
export const failureOfPart = (error: unknown, signal: AbortSignal): ImportError => {
  signal.throwIfAborted();
  if (!(error instanceof ImportError) || ofTheWhole.has(error.code)) throw error;
  return error;
};

/**
 * Reads the parts of a source one by one. A part that fails is noted in `failed` and does not stop
 * the others, unless every part fails or the failure is the whole source's.
 */
export const readParts = async function* <Part>(
  parts: readonly Part[],
  read: (part: Part) => AsyncIterable<RecordBatch>,
  failed: (part: Part, error: ImportError) => void,
  { signal }: Pick<ConnectorContext, 'signal'>,
): AsyncGenerator<RecordBatch> {
  let inARow = 0;
  for (const [at, part] of parts.entries()) {
    try {
      yield* read(part);
      inARow = 0;
    } catch (thrown) {
      const error = failureOfPart(thrown, signal);
      inARow += 1;
      const noneSucceeded = inARow === at + 1 && at === parts.length - 1;
      if (noneSucceeded || inARow >= MAX_FAILURES) throw error;
      failed(part, error);
    }
  }
};
