/** What may be spent: `units` at once, and as much again in every `windowMs`. */
export interface Allowance {
  readonly name: string;
  readonly units: number;
  readonly windowMs: number;
}

/** How much each of many keys has spent of one allowance. */
export interface Spending {
  readonly allowance: Allowance;
  /** Milliseconds until `key` can pay `cost`; 0 where it can now. A cost above the whole allowance counts as all of it. */
  waitMs(key: string, cost: number, now: number): number;
  /** Takes `cost` from what the key has left. May leave less than nothing, which is a debt. */
  spend(key: string, cost: number, now: number): void;
  /** What the key has left, in units: from 0 to the whole allowance. */
  left(key: string, now: number): number;
  /** Milliseconds until the key has its whole allowance again. */
  resetMs(key: string, now: number): number;
}

/** A debt grows to so many whole allowances: more would shut a key out for long after one bad second. */
const MAX_DEBT = 2;

/**
 * Counts by the generic cell rate algorithm: one number a key, the time at which it has its whole
 * allowance again. At most `maxKeys` are remembered; the one that has spent nothing for longest is
 * forgotten first, and begins with its whole allowance again.
 */
export const createSpending = (allowance: Allowance, maxKeys: number): Spending => {
  const { units, windowMs } = allowance;
  const wholeAt = new Map<string, number>();
  const msPerUnit = windowMs / units;

  const resetMs = (key: string, now: number): number => Math.max(0, (wholeAt.get(key) ?? 0) - now);

  return {
    allowance,
    resetMs,
    waitMs: (key, cost, now) =>
      Math.max(0, resetMs(key, now) + Math.min(cost, units) * msPerUnit - windowMs),
    left: (key, now) => Math.max(0, units - resetMs(key, now) / msPerUnit),
    spend(key, cost, now) {
      const owed = Math.min(resetMs(key, now) + cost * msPerUnit, (1 + MAX_DEBT) * windowMs);
      // Deleted first, so that the map is ordered by the last time each key spent something.
      wholeAt.delete(key);
      wholeAt.set(key, now + owed);
      if (wholeAt.size <= maxKeys) return;
      const { value } = wholeAt.keys().next();
      if (value !== undefined) wholeAt.delete(value);
    },
  };
};
