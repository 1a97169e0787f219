import type { Heard } from '#core/realtime/realtime.ts';

// Replaces `#core/realtime/browser/realtime.ts` by an open connection that a test controls.

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

/** Publishes an event as the server does. */
export const tell = (heard: Heard): void => {
  for (const listener of listeners) listener(heard);
};
