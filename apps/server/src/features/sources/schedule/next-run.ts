import { DAY_MS } from '@izgodno/contract/common/durations';

/** The random part of the interval, either way, so that sources do not synchronise. */
const JITTER = 0.1;
/** The largest number of doublings after consecutive failures. */
const MAX_DOUBLINGS = 6;

export interface NextRun {
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
