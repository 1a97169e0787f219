/** The owner of some work. */
export interface Priority {
  /** While both lines wait, every second call is from each, so that neither blocks the other. */
  readonly line: 'known' | 'other';
  /** Within a line, calls alternate among the shares, however much work one of them submits. */
  readonly share: string;
}

/** Limits concurrency; waiting work is served in fair shares. */
export interface FairSemaphore {
  /** The number of calls of its line that are served before a newcomer of this share. */
  waitingBefore(priority: Priority): number;
  run<Result>(priority: Priority, work: () => Promise<Result>): Promise<Result>;
}

type PendingCall = () => void;

/** The queue of one line; its shares alternate. */
class Line {
  /** In the order of their next calls. No list is empty. */
  readonly #shares = new Map<string, PendingCall[]>();

  get isEmpty(): boolean {
    return this.#shares.size === 0;
  }

  waitingBefore(share: string): number {
    const own = this.#shares.get(share)?.length ?? 0;
    return (own + 1) * (this.#shares.size + (own === 0 ? 1 : 0));
  }

  add(share: string, waiting: PendingCall): void {
    const own = this.#shares.get(share);
    if (own === undefined) this.#shares.set(share, [waiting]);
    else own.push(waiting);
  }

  next(): PendingCall | undefined {
    const [entry] = this.#shares;
    if (entry === undefined) return undefined;
    const [share, own] = entry;
    const waiting = own.shift();
    this.#shares.delete(share);
    if (own.length > 0) this.#shares.set(share, own);
    return waiting;
  }
}

export const createFairSemaphore = (slots: number): FairSemaphore => {
  const lines = { known: new Line(), other: new Line() };
  let free = slots;
  let servedLast: Priority['line'] = 'other';

  const next = (): PendingCall | undefined => {
    const first = servedLast === 'known' ? 'other' : 'known';
    const line = lines[first].isEmpty ? servedLast : first;
    servedLast = line;
    return lines[line].next();
  };

  return {
    waitingBefore: ({ line, share }) => (free > 0 ? 0 : lines[line].waitingBefore(share)),
    async run({ line, share }, work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => lines[line].add(share, resolve));
      try {
        return await work();
      } finally {
        // Passes this slot to the next one.
        const waiting = next();
        if (waiting === undefined) free += 1;
        else waiting();
      }
    },
  };
};
