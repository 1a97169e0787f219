import type { Unsubscribe } from '#shared/store.ts';

export interface RetryPorts {
  readonly after: (ms: number, run: () => void) => Unsubscribe;
  /** How long to wait after failures in a row, in milliseconds. */
  readonly pauseMs: (failures: number) => number;
  /** Whether a repetition may succeed after this error. */
  readonly isPassing: (error: unknown) => boolean;
  readonly log: (message: string, cause: unknown) => void;
}

/** Repeats work with ever longer pauses until it succeeds, because a bad line loses some requests. */
export class Retry {
  readonly #ports: RetryPorts;
  readonly #failure: string;
  #endPause: Unsubscribe | null = null;
  #failures = 0;
  /** Counts the tries: what became of an earlier one is of no interest. */
  #tries = 0;

  /** `failure` is what the log says of a failed try. */
  constructor(ports: RetryPorts, failure: string) {
    this.#ports = ports;
    this.#failure = failure;
  }

  /** Tries at once, in place of all earlier work. Resolves after this try, also if it failed. */
  async run(work: () => Promise<void>): Promise<void> {
    this.#endPause?.();
    this.#tries += 1;
    const mine = this.#tries;
    try {
      await work();
      if (mine === this.#tries) this.#failures = 0;
    } catch (cause) {
      const { after, pauseMs, isPassing, log } = this.#ports;
      log(this.#failure, cause);
      if (mine !== this.#tries || !isPassing(cause)) return;
      this.#failures += 1;
      this.#endPause = after(pauseMs(this.#failures), () => void this.run(work));
    }
  }

  end(): void {
    this.#endPause?.();
    this.#tries += 1;
    this.#failures = 0;
  }
}
