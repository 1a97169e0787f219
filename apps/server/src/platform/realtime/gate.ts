/** Lets only so many do a thing at once; the others wait in their order. */
export interface Gate {
  pass<Result>(work: () => Promise<Result>): Promise<Result>;
}

export const createGate = (places: number): Gate => {
  const waiting: (() => void)[] = [];
  let free = places;
  return {
    async pass(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => void waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
};
