/**
 * How many parts may be in memory beyond the one that each write always may send: shared by all
 * writes, so that many at once do not take memory without bound, nor one starve another.
 */
export interface PartBudget {
  tryTake(): boolean;
  giveBack(): void;
}

export const createPartBudget = (parts: number): PartBudget => {
  let left = parts;
  return {
    tryTake: () => {
      if (left === 0) return false;
      left -= 1;
      return true;
    },
    giveBack: () => {
      left += 1;
    },
  };
};
