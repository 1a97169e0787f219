import { setTimeout as sleep } from 'node:timers/promises';

/** Time to refuse calls, and for clients to move to another node, in milliseconds. */
const LEAVE_LIMIT_MS = 5_000;

export interface UncaughtOptions {
  /** Writes the error to the log, at once. */
  readonly log: (error: unknown) => void;
  /** Answers 503 from now on, also to who asks whether it is ready, and sends clients elsewhere. */
  readonly leave: () => Promise<void>;
  readonly exit: () => void;
}

/**
 * Ends the process after an error that nothing caught: what it was doing is in an unknown state. The
 * error is logged first, and clients are sent elsewhere, within `LEAVE_LIMIT_MS`.
 */
export const endAfterUncaught = ({ log, leave, exit }: UncaughtOptions): void => {
  let ending = false;
  const end = async (): Promise<void> => {
    try {
      await Promise.race([leave(), sleep(LEAVE_LIMIT_MS)]);
    } catch (error) {
      log(error);
    } finally {
      exit();
    }
  };
  // Rejected promises that nothing handles arrive here too: Node makes them uncaught.
  process.on('uncaughtException', (error) => {
    // The log itself may be what fails, for instance because its reader is gone.
    try {
      log(error);
    } catch {
      // There is no one to report this to.
    }
    if (ending) return;
    ending = true;
    void end();
  });
};
