export interface WhenQuiet {
  /** Schedules `run` for when there were no notes for a while, or after the longest wait. */
  note(): void;
  /** Prevents further runs. */
  stop(): void;
}

export interface QuietOptions {
  /** Milliseconds without a note before a run. */
  readonly quietMs: number;
  /** The longest wait of a note in milliseconds. */
  readonly longestMs: number;
}

/** Debounces a function, with a longest wait. */
export const createWhenQuiet = (
  { quietMs, longestMs }: QuietOptions,
  run: () => void,
): WhenQuiet => {
  let timer: NodeJS.Timeout | undefined;
  let waitsSince: number | undefined;
  const begin = (): void => {
    waitsSince = undefined;
    run();
  };
  return {
    note() {
      const now = performance.now();
      waitsSince ??= now;
      clearTimeout(timer);
      timer = setTimeout(begin, Math.min(quietMs, waitsSince + longestMs - now));
    },
    stop: () => clearTimeout(timer),
  };
};
