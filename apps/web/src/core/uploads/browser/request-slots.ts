import { listen } from '#shared/browser-events.ts';

/**
 * Requests of uploads at a time. Over HTTP/1.1 a browser sends six to a host, and the page's calls need
 * some. A request that waits inside the browser would look like one whose connection is silent.
 */
const REQUESTS_AT_ONCE = 4;

let free = REQUESTS_AT_ONCE;
/** In order. */
const waiting = new Set<() => void>();

const passOn = (): void => {
  const [next] = waiting;
  if (next === undefined) {
    free += 1;
    return;
  }
  waiting.delete(next);
  next();
};

/** Waits until a request may be sent, and returns a function to call once, at its end. Throws the signal's reason. */
export const takeSlot = async (signal: AbortSignal): Promise<() => void> => {
  if (free > 0) free -= 1;
  else {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.add(resolve);
    const stop = listen(signal, 'abort', () => {
      waiting.delete(resolve);
      reject(signal.reason);
    });
    await promise.finally(stop);
  }
  if (!signal.aborted) return passOn;
  passOn();
  throw signal.reason;
};
