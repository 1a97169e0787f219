/** What the server sends its supervisor once it serves. */
export const READY = 'ready';

/** Reports to the supervisor, if one started this process, that it serves. */
export const announceReady = (): void => void process.send?.(READY);

/** Runs `stop` when the supervisor that started this process has ended, however that happened. */
export const onSupervisorGone = (stop: () => void): void => {
  if (process.send === undefined) return;
  const onGone = (): void => {
    // Who read the output may have ended with it; a line that nothing reads must not end the stop.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    stop();
  };
  if (process.connected) process.once('disconnect', onGone);
  else onGone();
};
