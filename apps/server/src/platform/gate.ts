/** Limits concurrency; waiting work is served in order. */
export interface Gate {
  /** The number of waiting callers. */
  readonly waiting: number;
  pass<Result>(work: () => Promise<Result>): Promise<Result>;
}

export const createGate = (places: number): Gate => {
  const queue: (() => void)[] = [];
  let free = places;
  return {
    get waiting() {
      return queue.length;
    },
    async pass(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => void queue.push(resolve));
      try {
        return await work();
      } finally {
        // Passes this place to the next one.
        const next = queue.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
};
