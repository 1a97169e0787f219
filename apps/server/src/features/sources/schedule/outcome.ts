import { ImportError, type ImportErrorCode } from '../pipeline/import-error.ts';
import type { RunOutcome } from '../registry/source-rows.ts';
import { nextRunAt } from './next-run.ts';

/** Temporary errors: reading resumes where it was interrupted. */
const passing: ReadonlySet<ImportErrorCode> = new Set<ImportErrorCode>([
  'IMPORT_INTERRUPTED',
  'FEED_TRUNCATED',
  'FEED_UNREACHABLE',
  'SOURCE_UNREACHABLE',
  'SOURCE_RATE_LIMITED',
  'SOURCE_FAILING',
]);

export interface OutcomeCircumstances {
  readonly now: number;
  readonly everyMs: number;
  /** Consecutive failed readings before this one. */
  readonly failures: number;
  /** The source was read to its end at least once. */
  readonly readBefore: boolean;
  readonly random: number;
}

export const successOutcome = ({ now, everyMs, random }: OutcomeCircumstances): RunOutcome => ({
  status: 'healthy',
  reason: null,
  detail: null,
  failures: 0,
  nextRunAt: new Date(nextRunAt({ now, everyMs, failures: 0, retryAt: null, random })),
  forgetCursor: false,
});

/** The outcome of a failed reading: the source's deals stay, and it waits longer. */
export const failureOutcome = (
  error: unknown,
  { now, everyMs, failures: before, readBefore, random }: OutcomeCircumstances,
): RunOutcome => {
  const known = error instanceof ImportError ? error : null;
  const failures = before + 1;
  return {
    status: readBefore ? 'degraded' : 'error',
    reason: known?.code ?? 'INTERNAL',
    detail: error instanceof Error ? error.message : String(error),
    failures,
    nextRunAt: new Date(
      nextRunAt({ now, everyMs, failures, retryAt: known?.retryAt ?? null, random }),
    ),
    forgetCursor: known === null || !passing.has(known.code),
  };
};
