import type { Unsubscribe } from './store.ts';

/** Runs a function once after `ms` milliseconds. */
export const after = (ms: number, run: () => void): Unsubscribe => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

export const listen = (target: EventTarget, type: string, listener: () => void): Unsubscribe => {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
};

/** Calls the listener when the network is back or the page is visible again, also after sleep. */
export const onWake = (listener: () => void): Unsubscribe => {
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
