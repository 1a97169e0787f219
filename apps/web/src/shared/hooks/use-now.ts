import { useSyncExternalStore } from 'react';

const TICK_MS = 60_000;
let now = Date.now();

const subscribe = (onTick: () => void) => {
  const timer = setInterval(() => {
    now = Date.now();
    onTick();
  }, TICK_MS);
  return () => clearInterval(timer);
};

/** The time in epoch milliseconds, updated every minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
