import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds to reject calls, and for clients to move to another node. */
const LEAVE_LIMIT_MS = 5_000;

export interface UncaughtOptions {
  /** Logs the error at once. */
  readonly log: (error: unknown) => void;
  /** Responds with 503 from now on, also to readiness checks, and moves clients to other nodes. */
  readonly leave: () => Promise<void>;
  readonly exit: () => void;
}

/**
 * Ends the process after an uncaught error, because the state is unknown. Logs the error first and
 * moves clients to other nodes, within `LEAVE_LIMIT_MS`.
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
  // Unhandled rejections arrive here too, because Node treats them as uncaught errors.
  process.on('uncaughtException', (error) => {
    // The log itself may fail, for example because its reader has ended.
    try {
      log(error);
    } catch {
      // There is no other way to report this.
    }
    if (ending) return;
    ending = true;
    void end();
  });
};
