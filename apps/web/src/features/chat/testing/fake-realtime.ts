import type { Heard } from '#core/realtime/realtime.ts';

// Stands for `#core/realtime/browser/realtime.ts`: a connection that is there, and says what a test tells it to.

const listeners = new Set<(heard: Heard) => void>();

export const realtime = {
  connected: { get: () => true, subscribe: () => () => {} },
  start: () => {},
  stop: () => {},
  send: () => true,
  listen: (listener: (heard: Heard) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  resumeFrom: () => {},
};

/** What the server says over the connection. */
export const tell = (heard: Heard): void => {
  for (const listener of listeners) listener(heard);
};
