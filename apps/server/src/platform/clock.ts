/** The time, in milliseconds since the epoch. Injected so that tests control it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Whether less than `ms` have passed since `at`. What was noted before the clock was set back is not
 * recent: it would stay so for as long as the clock was set back.
 */
export const isRecent = (at: number, now: number, ms: number): boolean => Math.abs(now - at) < ms;

/** The day of a time, in UTC: `2026-11-21`. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The first day of the month of a time, in UTC: `2026-11-01`. */
export const monthOf = (time: number): string => `${dayOf(time).slice(0, '2026-11'.length)}-01`;
