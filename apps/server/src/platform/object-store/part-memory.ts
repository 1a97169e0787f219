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

/** Buffers of one size that are used again, so that gigabytes of data create no garbage. */
export interface BufferPool {
  take(): Buffer;
  /** `buffer` is null if it is lost. */
  giveBack(buffer: Buffer | null): void;
}

/** Buffers of `size` bytes. Holds no more unused ones than are taken, or than `spare` if that is more. */
export const createBufferPool = (size: number, spare = 0): BufferPool => {
  const unused: Buffer[] = [];
  let taken = 0;
  return {
    take() {
      taken += 1;
      return unused.pop() ?? Buffer.allocUnsafeSlow(size);
    },
    giveBack(buffer) {
      taken -= 1;
      if (buffer !== null) unused.push(buffer);
      unused.length = Math.min(unused.length, Math.max(taken, spare));
    },
  };
};

/**
 * Memory for the parts of one or all writes. The number of slots is fixed; callers without a free
 * one wait in a queue.
 */
export interface PartMemory {
  lend(): Promise<PartLoan>;
}

export interface PartMemoryOptions {
  readonly pool: BufferPool;
  readonly slots: number;
  readonly patience?: number;
}

/**
 * A part that fills slowly keeps its memory and loses its slot, because a few slow senders must
 * not block all others. A full one keeps its slot until it is sent, so that all wait for a slow
 * store.
 */
export const createPartMemory = ({
  pool,
  slots,
  patience = PATIENCE_MS,
}: PartMemoryOptions): PartMemory => {
  const queue: (() => void)[] = [];
  let free = slots;

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
      const bytes = pool.take();
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
          pool.giveBack(memory);
          leave();
        },
      };
    },
  };
};
