/** Sent to the supervisor once the server serves. */
export const READY = 'ready';

/** Reports to the supervisor, if there is one, that the server serves. */
export const announceReady = (): void => void process.send?.(READY);

/** Runs `stop` when the supervisor has ended for any reason. */
export const onSupervisorExit = (stop: () => void): void => {
  if (process.send === undefined) return;
  if (process.connected) process.once('disconnect', stop);
  else stop();
};
