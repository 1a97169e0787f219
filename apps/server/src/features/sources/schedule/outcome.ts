import { ImportError, type ImportErrorCode } from '../pipeline/import-error.ts';
import type { ImportNote } from '../pipeline/withdrawals.ts';
import type { RunOutcome } from '../registry/source-rows.ts';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { messageOf } from '#platform/message-of.ts';

/** The random part of the interval, either way, so that sources do not synchronise. */
const JITTER = 0.1;
/** The largest number of doublings after consecutive failures. */
const MAX_DOUBLINGS = 6;

interface NextRun {
  readonly now: number;
  readonly everyMs: number;
  /** Consecutive failed readings; 0 after a successful one. */
  readonly failures: number;
  /** The source asks not to be read before; limited to a day. */
  readonly retryAt: number | null;
  /** From 0 to below 1. */
  readonly random: number;
}

/**
 * When a source is read next, in epoch milliseconds. Each consecutive failure doubles the wait, up
 * to a day, so that a broken source costs little and recovers by itself.
 */
export const nextRunAt = ({ now, everyMs, failures, retryAt, random }: NextRun): number => {
  const doubled = everyMs * 2 ** Math.min(MAX_DOUBLINGS, Math.max(0, failures - 1));
  const wait = failures === 0 ? everyMs : Math.max(everyMs, Math.min(DAY_MS, doubled));
  const at = now + wait * (1 + JITTER * (2 * random - 1));
  // Limited, because a wrong header must not stop the source for years.
  return Math.round(Math.max(at, Math.min(retryAt ?? 0, now + DAY_MS)));
};

/** Temporary errors: reading resumes where it was interrupted. */
const passing: ReadonlySet<ImportErrorCode> = new Set<ImportErrorCode>([
  'IMPORT_INTERRUPTED',
  'FEED_TRUNCATED',
  'FEED_UNREACHABLE',
  'SOURCE_UNREACHABLE',
  'SOURCE_RATE_LIMITED',
  'SOURCE_FAILING',
  'SOURCE_BUSY',
  'SOURCE_TOO_SLOW',
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

/** What a reading that ended has found out about its source. */
export interface ReadingEnd {
  readonly note: ImportNote | null;
  /** When the document would be mapped differently, as when a sale ends; null if never. */
  readonly changesAt: number | null;
}

/** The least milliseconds until a reading for the sake of a sale that ends. */
const LEAST_WAIT = 60_000;

/**
 * The outcome of a reading that ended; a note makes the source degraded without a failure. A sale
 * that ends before the next reading brings it forward.
 */
export const successOutcome = (
  { now, everyMs, random }: OutcomeCircumstances,
  { note, changesAt }: ReadingEnd,
): RunOutcome => {
  const due = nextRunAt({ now, everyMs, failures: 0, retryAt: null, random });
  const changed = changesAt === null ? due : Math.max(changesAt + 1, now + LEAST_WAIT);
  return {
    status: note === null ? 'healthy' : 'degraded',
    reason: note?.code ?? null,
    detail: note?.detail ?? null,
    failures: 0,
    nextRunAt: new Date(Math.min(due, changed)),
    resetCursor: false,
  };
};

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
    detail: messageOf(error),
    failures,
    nextRunAt: new Date(
      nextRunAt({ now, everyMs, failures, retryAt: known?.retryAt ?? null, random }),
    ),
    resetCursor: known === null || !passing.has(known.code),
  };
};
