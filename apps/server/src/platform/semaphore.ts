/** Limits concurrency; waiting work is served in order. */
export interface Semaphore {
  /** The number of waiting callers. */
  readonly waiting: number;
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export const createSemaphore = (slots: number): Semaphore => {
  const queue: (() => void)[] = [];
  let free = slots;
  return {
    get waiting() {
      return queue.length;
    },
    async run(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => void queue.push(resolve));
      try {
        return await work();
      } finally {
        // Passes this slot to the next one.
        const next = queue.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
};
