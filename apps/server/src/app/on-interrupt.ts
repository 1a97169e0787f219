import { constants } from 'node:os';

/** One Ctrl-C arrives twice, from the terminal and from npm. A later signal is a second request. */
const SAME_SIGNAL_MS = 1_000;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
export type StopSignal = (typeof SIGNALS)[number];

const exitCodeOf = (signal: StopSignal): number => 128 + constants.signals[signal];
const exit = (signal: StopSignal): void => process.exit(exitCodeOf(signal));

/**
 * Calls `interrupt` at the first SIGINT or SIGTERM and `again` at a later one, which by default ends
 * the process at once.
 */
export const onInterrupt = (
  interrupt: (signal: StopSignal) => void,
  again: (signal: StopSignal) => void = exit,
): void => {
  let interruptedAt: number | undefined;
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (interruptedAt === undefined) {
        interruptedAt = performance.now();
        interrupt(signal);
      } else if (performance.now() - interruptedAt > SAME_SIGNAL_MS) {
        again(signal);
      }
    });
};

/** Stops what a command starts if it is interrupted, unless it handles that itself. */
export const stopIfInterrupted = (starting: Promise<{ stop(): Promise<void> }>): void => {
  if (SIGNALS.some((signal) => process.listenerCount(signal) > 0)) return;
  onInterrupt((signal) => {
    void starting
      .then((started) => started.stop())
      .catch(() => {})
      .finally(() => exit(signal));
  });
};
