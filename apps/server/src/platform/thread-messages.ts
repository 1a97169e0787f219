import type { Worker } from 'node:worker_threads';
import { guarded } from './guarded.ts';

/** Under `--watch` Node itself reports the modules that a thread imports, as messages of that thread. */
const isOfNode = (message: unknown): boolean =>
  typeof message === 'object' &&
  message !== null &&
  ('watch:import' in message || 'watch:require' in message);

/** Listens to what the code of a thread sends. Errors of `handle` go to `onError`. */
export const onThreadMessage = (
  worker: Worker,
  handle: (message: unknown) => void,
  onError: (error: unknown) => void,
): void => {
  const take = guarded(handle, onError);
  worker.on('message', (message: unknown) => {
    if (!isOfNode(message)) take(message);
  });
};
