/** Milliseconds that a part may take to fill before its place goes to the next in the queue. */
const PATIENCE_MS = 1_000;

/** Memory for one part, lent until it is given back. */
export interface PartLoan {
  readonly bytes: Buffer;
  /** The part is whole: it waits for nobody but the store from now on. */
  filled(): void;
  /** `memory`: where it is by now; null where it is lost. */
  giveBack(memory?: Buffer | null): void;
}

/**
 * Memory for the parts of all writes together. There are so many places; whoever finds none free
 * waits in a queue. Its buffers are used again, so that bytes by the gigabyte leave no garbage.
 */
export interface PartMemory {
  lend(): Promise<PartLoan>;
}

export interface PartMemoryOptions {
  readonly partSize: number;
  readonly places: number;
  readonly patience?: number;
}

/**
 * A part that fills slowly, from a slow line, keeps its memory and loses its place: a few of them
 * must not hold up everybody else. A full one keeps its place until it is sent: behind a slow store
 * all have to wait.
 */
export const createPartMemory = ({
  partSize,
  places,
  patience = PATIENCE_MS,
}: PartMemoryOptions): PartMemory => {
  const unused: Buffer[] = [];
  const queue: (() => void)[] = [];
  let free = places;
  let lent = 0;

  const leavePlace = (): void => {
    const next = queue.shift();
    if (next === undefined) free += 1;
    else next();
  };

  const takePlace = async (): Promise<void> => {
    if (free === 0) await new Promise<void>((resolve) => void queue.push(resolve));
    else free -= 1;
  };

  return {
    async lend() {
      await takePlace();
      lent += 1;
      const bytes = unused.pop() ?? Buffer.allocUnsafeSlow(partSize);
      let hasPlace = true;
      const leave = (): void => {
        if (hasPlace) leavePlace();
        hasPlace = false;
      };
      const slow = setTimeout(leave, patience).unref();
      return {
        bytes,
        filled: () => clearTimeout(slow),
        giveBack: (memory = bytes) => {
          clearTimeout(slow);
          lent -= 1;
          if (memory !== null && unused.length < places) unused.push(memory);
          // While nobody writes nothing is held.
          if (lent === 0) unused.length = 0;
          leave();
        },
      };
    },
  };
};
