import { hashText } from '#platform/hash-text.ts';

const INITIAL_SLOTS = 2 ** 12;
const MAX_LOAD = 0.7;

/**
 * A set of strings that stores 64 bits of each, in flat typed arrays instead of a million strings
 * on the heap. Of 5 million ids two share their 64 bits once in a million feeds; the later one is
 * then wrongly treated as a duplicate, which is acceptable.
 */
export interface IdSet {
  /** Returns false if the id was already there. */
  add(id: string): boolean;
}

export const createIdSet = (): IdSet => {
  let high = new Uint32Array(INITIAL_SLOTS);
  let low = new Uint32Array(INITIAL_SLOTS);
  let size = 0;

  const insert = (h: number, l: number): boolean => {
    const mask = high.length - 1;
    for (let slot = l & mask; ; slot = (slot + 1) & mask) {
      if (high[slot] === 0 && low[slot] === 0) {
        high[slot] = h;
        low[slot] = l;
        return true;
      }
      if (high[slot] === h && low[slot] === l) return false;
    }
  };

  const grow = (): void => {
    const [oldHigh, oldLow] = [high, low];
    high = new Uint32Array(oldHigh.length * 2);
    low = new Uint32Array(oldLow.length * 2);
    for (let slot = 0; slot < oldHigh.length; slot += 1) {
      const h = oldHigh[slot] ?? 0;
      const l = oldLow[slot] ?? 0;
      if (h !== 0 || l !== 0) insert(h, l);
    }
  };

  return {
    add(id) {
      const [one, other] = hashText(id);
      // Zero in both numbers marks a free slot.
      const added = insert(one, other || 1);
      if (added) {
        size += 1;
        if (size > high.length * MAX_LOAD) grow();
      }
      return added;
    },
  };
};
