import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock, type Clock } from '#platform/clock.ts';

/** Time and randomness, injected so that tests need not wait. */
export interface Timing {
  readonly clock: Clock;
  /** Rejects with the signal's reason when it is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** The result of `work`, or the signal's reason if that comes first. The work itself continues. */
export const unlessAborted = async <Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> => {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
};

export const systemTiming: Timing = {
  clock: systemClock,
  sleep: async (ms, signal) => {
    try {
      await sleep(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
  random: () => Math.random(),
};
