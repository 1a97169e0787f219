import { chatRates } from '@izgodno/contract/chat/limits';
import type { RateWindows } from '#platform/http/call-rates.ts';

export type RateName = keyof typeof chatRates;

/** The bounds that hold over several calls, or only where a call does something new. */
export interface RateLimits {
  /** Counts one more. Throws `rate_limited` with the time to wait. */
  take(rate: RateName, who: string): void;
}

export const createRateLimits = (windows: RateWindows): RateLimits => ({
  take: (rate, who) => windows.take(chatRates[rate], `chat ${rate} ${who}`),
});
