import { createStore, useStore } from '#shared/store.ts';

const TICK_MS = 60_000;
const clock = createStore(Date.now());

// Runs also while no component shows the time, so that the next one finds the present.
setInterval(() => clock.set(Date.now()), TICK_MS);

/** The time in epoch milliseconds, updated every minute. */
export const useNow = (): number => useStore(clock);
