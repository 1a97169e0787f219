import { chatRates } from '@izgodno/contract/chat/limits';
import type { RateWindows } from '#platform/http/call-rates.ts';

export type RateName = keyof typeof chatRates;

/** Limits shared by several calls, or applied only if a call does something new. */
export interface RateLimits {
  /** Counts one call. Throws `rate_limited` with the time to wait. */
  take(rate: RateName, who: string): void;
}

export const createRateLimits = (windows: RateWindows): RateLimits => ({
  take: (rate, who) => windows.take(chatRates[rate], `chat ${rate} ${who}`),
});
