import { realtimeLimits } from '@izgodno/contract/realtime/frames';

/** Counts the frames of one client in fixed windows. */
export interface FrameRate {
  /** Whether one more is within the limit. */
  take(now: number): boolean;
}

export const createFrameRate = (): FrameRate => {
  let windowEnd = 0;
  let count = 0;
  return {
    take(now) {
      if (now >= windowEnd) {
        windowEnd = now + realtimeLimits.frameWindowMs;
        count = 0;
      }
      count += 1;
      return count <= realtimeLimits.maxFrames;
    },
  };
};
