/**
 * How long a part may take to fill before its slot goes to the next in the queue, in milliseconds.
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
 * Memory for the parts of all writes. The number of slots is fixed; callers without a free one
 * wait in a queue. Buffers are reused, so that gigabytes of data create no garbage.
 */
export interface PartMemory {
  lend(): Promise<PartLoan>;
}

export interface PartMemoryOptions {
  readonly partSize: number;
  readonly slots: number;
  readonly patience?: number;
}

/**
 * A part that fills slowly keeps its memory and loses its slot, because a few slow senders must
 * not block all others. A full one keeps its slot until it is sent, so that all wait for a slow
 * store.
 */
export const createPartMemory = ({
  partSize,
  slots,
  patience = PATIENCE_MS,
}: PartMemoryOptions): PartMemory => {
  const unused: Buffer[] = [];
  const queue: (() => void)[] = [];
  let free = slots;
  let lent = 0;

  const leaveSlot = (): void => {
    const next = queue.shift();
    if (next === undefined) free += 1;
    else next();
  };

  const takeSlot = async (): Promise<void> => {
    if (free === 0) await new Promise<void>((resolve) => void queue.push(resolve));
    else free -= 1;
  };

  return {
    async lend() {
      await takeSlot();
      lent += 1;
      const bytes = unused.pop() ?? Buffer.allocUnsafeSlow(partSize);
      let hasSlot = true;
      const leave = (): void => {
        if (hasSlot) leaveSlot();
        hasSlot = false;
      };
      const slow = setTimeout(leave, patience).unref();
      return {
        bytes,
        filled: () => clearTimeout(slow),
        giveBack: (memory = bytes) => {
          clearTimeout(slow);
          lent -= 1;
          if (memory !== null && unused.length < slots) unused.push(memory);
          // Without writers no memory is held.
          if (lent === 0) unused.length = 0;
          leave();
        },
      };
    },
  };
};
