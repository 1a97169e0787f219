/** The time, in milliseconds since the epoch. Injected so that tests control it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
