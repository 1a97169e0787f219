import type { Clock } from './clock.ts';

export interface LineLimitOptions {
  /** The most lines of a window. */
  readonly lines: number;
  readonly windowMs: number;
  readonly clock: Clock;
}

/** Limits the repeated lines of a log, because a flood of them must not fill the disk. */
export class LineLimit {
  readonly #options: LineLimitOptions;
  #windowEnds = 0;
  #lines = 0;
  #omitted = 0;

  constructor(options: LineLimitOptions) {
    this.#options = options;
  }

  /** What the next line says of those omitted before it; null if it is omitted itself. */
  next(): { readonly omitted?: number } | null {
    const { lines, windowMs, clock } = this.#options;
    const now = clock.now();
    if (now >= this.#windowEnds || now < this.#windowEnds - windowMs) {
      this.#windowEnds = now + windowMs;
      this.#lines = 0;
    }
    this.#lines += 1;
    if (this.#lines > lines) {
      this.#omitted += 1;
      return null;
    }
    const omitted = this.#omitted;
    this.#omitted = 0;
    return omitted === 0 ? {} : { omitted };
  }
}
