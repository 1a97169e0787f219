import { isRecent } from '#platform/clock.ts';
import type { RateLimit } from '../source-http.ts';
import type { Timing } from './timing.ts';

/** Keeps all callers together within the documented number of calls per span of time. */
export interface CallLimits {
  /** Resolves when the call may be made. Rejects with the signal's reason. */
  takeCall(host: string, limit: RateLimit, signal: AbortSignal): Promise<void>;
}

export const createCallLimits = ({ clock, sleep }: Timing): CallLimits => {
  /** Times of the latest calls, the oldest first. */
  const calls = new Map<string, number[]>();
  return {
    async takeCall(host, { name, calls: allowed, perMs }, signal) {
      const key = `${host} ${name}`;
      for (;;) {
        signal.throwIfAborted();
        const now = clock.now();
        const recent = (calls.get(key) ?? []).filter((time) => isRecent(time, now, perMs));
        calls.set(key, recent);
        const [oldest] = recent;
        if (oldest === undefined || recent.length < allowed) {
          recent.push(now);
          return;
        }
        await sleep(oldest + perMs - now, signal);
      }
    },
  };
};
