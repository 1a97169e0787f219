import { realtimeLimits } from '@izgodno/contract/realtime/frames';
import { realtime } from '#core/realtime/browser/realtime.ts';

type Stop = () => void;

/** The people on show, by the part of the page that shows them. */
const watchers = new Map<symbol, readonly string[]>();

const tell = (): void => {
  const userIds = [...new Set([...watchers.values()].flat())].slice(0, realtimeLimits.maxWatched);
  realtime.send({ type: 'watch', userIds });
};

// A new connection watches nobody yet.
realtime.connected.subscribe(() => {
  if (realtime.connected.get()) tell();
});

/** Has the server tell who of these people is there, until the returned end. */
export const watchPresence = (userIds: readonly string[]): Stop => {
  const watcher = Symbol('watcher');
  watchers.set(watcher, userIds);
  tell();
  return () => {
    watchers.delete(watcher);
    tell();
  };
};
