/** After serving this long the count of deaths restarts. */
export const STEADY_MS = 60_000;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;

/**
 * Milliseconds before the restart after consecutive `deaths`: none after the first, then doubling
 * up to the maximum.
 */
export const restartDelay = (deaths: number): number =>
  deaths <= 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (deaths - 2), LONGEST_DELAY_MS);
