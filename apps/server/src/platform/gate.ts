/** Lets only so many do a thing at once; the others wait in the order they came. */
export interface Gate {
  /** How many wait. */
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
        // Whoever is next takes this place over.
        const next = queue.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
};
