import { chatRates } from '@izgodno/contract/chat/limits';
import type { Clock } from '#platform/clock.ts';
import { CallError } from '#platform/http/errors.ts';

export type RateName = keyof typeof chatRates;

export interface RateLimits {
  /** Counts one more. Throws `rate_limited` with the time to wait. */
  take(rate: RateName, who: string): void;
}

/** When this many are counted, those whose window is over are forgotten. */
const SWEEP_ABOVE = 10_000;

/**
 * Counts on this node alone: writing each message down twice would cost more than several nodes
 * allowing a little more than one.
 */
export const createRateLimits = (clock: Clock): RateLimits => {
  const windows = new Map<string, { count: number; endsAt: number }>();

  const sweep = (now: number): void => {
    for (const [key, { endsAt }] of windows) {
      if (endsAt <= now) windows.delete(key);
    }
  };

  return {
    take(rate, who) {
      const { tries, windowMs } = chatRates[rate];
      const now = clock.now();
      const key = `${rate} ${who}`;
      const known = windows.get(key);
      const window =
        known === undefined || known.endsAt <= now ? { count: 0, endsAt: now + windowMs } : known;
      windows.set(key, window);
      window.count += 1;
      if (windows.size > SWEEP_ABOVE) sweep(now);
      if (window.count > tries) {
        throw new CallError('rate_limited', {
          retryAfter: Math.max(1, Math.ceil((window.endsAt - now) / 1_000)),
        });
      }
    },
  };
};
