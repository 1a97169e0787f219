/**
 * How long a part may take to fill before its place goes to the next in the queue, in milliseconds.
 */
const PATIENCE_MS = 1_000;

/** Memory for one part, borrowed until it is returned. */
export interface PartLoan {
  readonly bytes: Buffer;
  /** The part is complete and waits only for the store. */
  filled(): void;
  /** `memory`: its present buffer; null if it is lost. */
  giveBack(memory?: Buffer | null): void;
}

/**
 * Memory for the parts of all writes. The number of places is fixed; callers without a free one
 * wait in a queue. Buffers are reused, so that gigabytes of data create no garbage.
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
 * A part that fills slowly keeps its memory and loses its place, because a few slow senders must
 * not block all others. A full one keeps its place until it is sent, so that all wait for a slow
 * store.
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
          // Without writers no memory is held.
          if (lent === 0) unused.length = 0;
          leave();
        },
      };
    },
  };
};
