import { ImportError, type ImportErrorCode } from '../pipeline/import-error.ts';
import type { Timing } from './timing.ts';

const MAX_ATTEMPTS = 5;
/**
 * Milliseconds before the second attempt; each further wait is twice as long, plus or minus half.
 */
const FIRST_WAIT = 1_000;
/**
 * Milliseconds of all attempts of a request and the waits between them; after a longer Retry-After
 * the source is read another time.
 */
const PATIENCE = 120_000;

/** A temporary error, worth a retry. */
export class TransientError extends Error {
  override readonly name = 'TransientError';
  readonly code: ImportErrorCode;
  /** Milliseconds that the server asks to wait. */
  readonly retryAfter: number | null;

  constructor(code: ImportErrorCode, message: string, retryAfter: number | null, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Runs `once` until it succeeds, at growing intervals or those that the server asks for. */
export const withRetries = async <Result>(
  { clock, sleep, random }: Timing,
  signal: AbortSignal,
  once: () => Promise<Result>,
): Promise<Result> => {
  const began = clock.now();
  for (let number = 1; ; number += 1) {
    try {
      return await once();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TransientError)) throw error;
      const wait = error.retryAfter ?? FIRST_WAIT * 2 ** (number - 1) * (0.5 + random());
      if (number >= MAX_ATTEMPTS || clock.now() - began + wait > PATIENCE) {
        throw new ImportError(error.code, `${error.message} (attempt ${number}).`, {
          cause: error,
          retryAt: error.retryAfter === null ? null : clock.now() + error.retryAfter,
        });
      }
      await sleep(wait, signal);
    }
  }
};
