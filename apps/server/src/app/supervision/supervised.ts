import { flushCompileCache } from 'node:module';

/** Sent to the supervisor once the server serves. */
export const READY = 'ready';

/**
 * Reports to the supervisor, if there is one, that the server serves. Saves the compiled modules
 * now, because a server that is killed saves nothing at its end.
 */
export const announceReady = (): void => {
  process.send?.(READY);
  flushCompileCache();
};

/** Runs `stop` when the supervisor has ended for any reason. */
export const onSupervisorExit = (stop: () => void): void => {
  if (process.send === undefined) return;
  if (process.connected) process.once('disconnect', stop);
  else stop();
};
