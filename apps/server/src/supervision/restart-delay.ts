/** A server that served this long was sound: its end starts a new count. */
export const STEADY_MS = 60_000;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;

/**
 * Milliseconds to wait before the restart after `deaths` in a row: none after the first, then
 * doubling up to the longest.
 */
export const restartDelay = (deaths: number): number =>
  deaths <= 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (deaths - 2), LONGEST_DELAY_MS);
