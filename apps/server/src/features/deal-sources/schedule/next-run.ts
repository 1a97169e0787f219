import { DAY_MS } from '@izgodno/contract/common/durations';

/** Part of the interval by which chance moves the next reading, either way: sources do not fall into step. */
const JITTER = 0.1;
/** Doublings of the wait after failures in a row. */
const MAX_DOUBLINGS = 6;

export interface NextRun {
  readonly now: number;
  readonly everyMs: number;
  /** Failed readings in a row; 0 after a good one. */
  readonly failures: number;
  /** The source asks not to be read before; it gets a day at most. */
  readonly retryAt: number | null;
  /** From 0 to below 1. */
  readonly random: number;
}

/**
 * When a source is read next, in epoch milliseconds. This is the circuit: each failure in a row doubles
 * the wait, to a day at most, so that a broken source costs next to nothing and comes back by itself.
 */
export const nextRunAt = ({ now, everyMs, failures, retryAt, random }: NextRun): number => {
  const doubled = everyMs * 2 ** Math.min(MAX_DOUBLINGS, Math.max(0, failures - 1));
  const wait = failures === 0 ? everyMs : Math.max(everyMs, Math.min(DAY_MS, doubled));
  const at = now + wait * (1 + JITTER * (2 * random - 1));
  // However long a source asks to be left alone: a wrong header must not switch it off for years.
  return Math.round(Math.max(at, Math.min(retryAt ?? 0, now + DAY_MS)));
};
