/** Milliseconds before a dead thread is started again; doubled each time up to the maximum. */
const FIRST = 1_000;
const LONGEST = 60_000;

/** How long to wait before a thread that died is started again. */
export class RestartDelay {
  #next = FIRST;

  /** The delay of this time; longer the next time, unless a thread has served meanwhile. */
  take(): number {
    const delay = this.#next;
    this.#next = Math.min(delay * 2, LONGEST);
    return delay;
  }

  /** A thread serves. */
  reset(): void {
    this.#next = FIRST;
  }
}
