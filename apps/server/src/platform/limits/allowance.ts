/** An allowance: `units` at once, and as much again in every `windowMs`. */
export interface Allowance {
  readonly name: string;
  readonly units: number;
  readonly windowMs: number;
}

/** The spending of many keys from one allowance. */
export interface Spending {
  readonly allowance: Allowance;
  /**
   * Milliseconds until `key` can pay `cost`; 0 if it can now. A cost above the whole allowance
   * counts as all of it.
   */
  waitMs(key: string, cost: number, now: number): number;
  /** Subtracts `cost` from what the key has left. The result may be negative, which is a debt. */
  spend(key: string, cost: number, now: number): void;
  /** What the key has left, in units: from 0 to the whole allowance. */
  left(key: string, now: number): number;
  /** Milliseconds until the key has its whole allowance again. */
  resetMs(key: string, now: number): number;
}

/**
 * The largest debt, in whole allowances, because more would block a key for long after one bad
 * second.
 */
const MAX_DEBT = 2;

/**
 * Counts by the generic cell rate algorithm: one number per key, the time at which it has its whole
 * allowance again. Keeps the `keys` most recent ones, and at most twice as many. An evicted key
 * begins with its whole allowance again.
 */
export const createSpending = (allowance: Allowance, keys: number): Spending => {
  const { units, windowMs } = allowance;
  const msPerUnit = windowMs / units;
  // Two generations instead of one Map in the order of use, because a Map keeps deleted keys in its
  // chains until it is rebuilt, and a key deleted and set at each payment cost up to 0.1 ms.
  let recent = new Map<string, number>();
  let older: ReadonlyMap<string, number> = new Map();

  const largestDebtMs = (1 + MAX_DEBT) * windowMs;
  const resetMs = (key: string, now: number): number => {
    const owed = (recent.get(key) ?? older.get(key) ?? 0) - now;
    // More is never owed; the clock was set back since.
    return owed > largestDebtMs ? 0 : Math.max(0, owed);
  };

  return {
    allowance,
    resetMs,
    waitMs: (key, cost, now) =>
      Math.max(0, resetMs(key, now) + Math.min(cost, units) * msPerUnit - windowMs),
    left: (key, now) => Math.max(0, units - resetMs(key, now) / msPerUnit),
    spend(key, cost, now) {
      const owed = Math.min(resetMs(key, now) + cost * msPerUnit, largestDebtMs);
      if (recent.size === keys && !recent.has(key)) {
        older = recent;
        recent = new Map();
      }
      recent.set(key, now + owed);
    },
  };
};
