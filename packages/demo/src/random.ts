export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Whole, both ends included. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  /** A value by its weight; weights need not add up to 1. */
  weighted<Value>(choices: readonly (readonly [Value, number])[]): Value;
}

/** FNV-1a, 32 bits: the seed of a name. */
export const seedOf = (name: string): number => {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01_00_01_93);
  }
  return hash >>> 0;
};

/** mulberry32: the same numbers for the same seed on every machine. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <Value>(values: readonly Value[]): Value => {
    for (const value of values.slice(Math.floor(next() * values.length))) return value;
    throw new RangeError('Nothing to pick from.');
  };
  return {
    next,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick,
    weighted: (choices) => {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of choices) {
        left -= weight;
        if (left < 0) return value;
      }
      return pick(choices)[0];
    },
  };
};
