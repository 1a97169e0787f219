import type { Unsubscribe } from './store.ts';

/** Settles as `work` does, or rejects after `ms` milliseconds. `work` itself continues. */
export const inTime = <Value>(work: Promise<Value>, ms: number): Promise<Value> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The operation timed out')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** Runs a function once after `ms` milliseconds. */
export const after = (ms: number, run: () => void): Unsubscribe => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/**
 * Resolves in a task of its own. Work that nothing on the screen waits for begins there, so that it does
 * not lengthen the task that shows a page, for which a tap would have to wait.
 */
export const ownTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export const listen = (
  target: EventTarget,
  type: string,
  listener: (event: Event) => void,
): Unsubscribe => {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
};

/** Calls the listener when the network is back or the page is visible again, also after sleep. */
export const onResume = (listener: () => void): Unsubscribe => {
  const stops = [
    listen(window, 'pageshow', listener),
    listen(window, 'online', listener),
    listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'visible') listener();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};
