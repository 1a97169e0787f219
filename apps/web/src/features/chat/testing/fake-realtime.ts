import type { RealtimeMessage } from '#core/realtime/realtime.ts';

// Replaces `#core/realtime/browser/realtime.ts` by an open connection that a test controls.

const listeners = new Set<(received: RealtimeMessage) => void>();

export const realtime = {
  connected: { get: () => true, subscribe: () => () => {} },
  start: () => {},
  stop: () => {},
  send: () => true,
  listen: (listener: (received: RealtimeMessage) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  resumeFrom: () => {},
};

/** Publishes an event as the server does. */
export const publish = (received: RealtimeMessage): void => {
  for (const listener of listeners) listener(received);
};
