import { finished, Readable } from 'node:stream';
import { ObjectStoreError } from './object-store.ts';

/** Milliseconds that a reader waits for the store's next bytes. */
const SILENCE_LIMIT_MS = 60_000;

/**
 * The same bytes, which end with `ObjectStoreError` if the store stops sending. Only the time in which
 * the reader waits counts, because a reader may take its time, such as a video that is paused.
 */
export const limitSilence = (body: Readable): Readable => {
  let timer: NodeJS.Timeout | undefined;
  const stopTimer = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const limited = new Readable({
    read() {
      timer ??= setTimeout(() => {
        limited.destroy(new ObjectStoreError('unavailable', 'The store stopped sending.'));
      }, SILENCE_LIMIT_MS);
      body.resume();
    },
    destroy(error, done) {
      stopTimer();
      body.destroy();
      done(error);
    },
  });
  // A body may end with an error before its reader listens; the reader gets it all the same.
  limited.on('error', () => {});
  // Paused first, because a listener for data would start the stream.
  body.pause();
  body.on('data', (chunk: Buffer) => {
    stopTimer();
    if (!limited.push(chunk)) body.pause();
  });
  finished(body, (error) => {
    stopTimer();
    if (error) limited.destroy(error);
    else limited.push(null);
  });
  return limited;
};
