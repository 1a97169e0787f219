/** The longest pause between two attempts, in milliseconds. */
const LONGEST_MS = 30_000;
const FIRST_MS = 500;

/**
 * Returns the delay before the next attempt after `failures` failures in a row, in milliseconds.
 * `random` (0 to 1) spreads clients of the same server, so that they do not reconnect at the same
 * moment.
 */
export const backoffMs = (failures: number, random: number): number => {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 16));
  return Math.round(ceiling * (0.5 + random / 2));
};

/**
 * Returns a random delay of up to a second, in milliseconds, so that clients reconnect soon but not
 * at the same moment.
 */
export const promptMs = (random: number): number => Math.round(random * 1_000);
