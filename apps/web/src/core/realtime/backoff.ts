/** The longest pause between two attempts, in milliseconds. */
const LONGEST_MS = 30_000;
const FIRST_MS = 500;

/**
 * How long to wait before the next attempt after so many failures in a row, in milliseconds. `random`
 * (0 to 1) spreads clients that lost the same server: they must not come back at the same moment.
 */
export const backoffMs = (failures: number, random: number): number => {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 16));
  return Math.round(ceiling * (0.5 + random / 2));
};

/** Comes back at once, yet not all in the same moment: up to a second, in milliseconds. */
export const promptMs = (random: number): number => Math.round(random * 1_000);
