import { realtimeLimits } from '@izgodno/contract/realtime/frames';
import { realtime } from '#core/realtime/browser/realtime.ts';

type Stop = () => void;

/** The visible users, by the part of the page that shows them. */
const watchers = new Map<symbol, readonly string[]>();

const tell = (): void => {
  const userIds = [...new Set([...watchers.values()].flat())].slice(0, realtimeLimits.maxWatched);
  realtime.send({ type: 'watch', userIds });
};

/** Watches the visible users on each new connection, because the server forgets them with the old one. */
export const followPresence = (): void => {
  realtime.connected.subscribe(() => {
    if (realtime.connected.get()) tell();
  });
};

/** Watches the presence of users until the returned function is called. */
export const watchPresence = (userIds: readonly string[]): Stop => {
  const watcher = Symbol('watcher');
  watchers.set(watcher, userIds);
  tell();
  return () => {
    watchers.delete(watcher);
    tell();
  };
};
