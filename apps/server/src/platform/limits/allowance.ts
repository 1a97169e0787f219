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
 * allowance again. Remembers the `keys` that spent last, and at most twice as many. A forgotten key
 * begins with its whole allowance again.
 */
export const createSpending = (allowance: Allowance, keys: number): Spending => {
  const { units, windowMs } = allowance;
  const msPerUnit = windowMs / units;
  // Two generations instead of one map in the order of use: a map keeps what is deleted in its chains
  // until it is next rebuilt, so a key deleted and set at each payment cost up to 0.1 ms.
  let recent = new Map<string, number>();
  let older: ReadonlyMap<string, number> = new Map();

  const resetMs = (key: string, now: number): number =>
    Math.max(0, (recent.get(key) ?? older.get(key) ?? 0) - now);

  return {
    allowance,
    resetMs,
    waitMs: (key, cost, now) =>
      Math.max(0, resetMs(key, now) + Math.min(cost, units) * msPerUnit - windowMs),
    left: (key, now) => Math.max(0, units - resetMs(key, now) / msPerUnit),
    spend(key, cost, now) {
      const owed = Math.min(resetMs(key, now) + cost * msPerUnit, (1 + MAX_DEBT) * windowMs);
      if (recent.size === keys && !recent.has(key)) {
        older = recent;
        recent = new Map();
      }
      recent.set(key, now + owed);
    },
  };
};
