export interface WhenQuiet {
  /** Something has happened: `run` comes once it has been quiet, or after the longest wait. */
  note(): void;
  /** Nothing runs from here on. */
  stop(): void;
}

export interface QuietOptions {
  /** Milliseconds without a note after which it is quiet. */
  readonly quietMs: number;
  /** Milliseconds that a note waits at most, where more come without pause. */
  readonly longestMs: number;
}

/** Runs something after a run of notes rather than at each of them. */
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
