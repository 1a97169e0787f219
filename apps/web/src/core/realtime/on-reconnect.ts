import type { Unsubscribe } from '#shared/store.ts';
import { realtime } from './browser/realtime.ts';

/**
 * How soon after the first reads of a page its first connection makes no second reads, in
 * milliseconds.
 */
const SOON_MS = 5_000;

const listeners = new Set<() => void>();
let isFollowing = false;

const follow = (): void => {
  isFollowing = true;
  const beganAt = performance.now();
  let isFirst = !realtime.connected.get();
  realtime.connected.subscribe(() => {
    if (!realtime.connected.get()) return;
    const isOfStart = isFirst && performance.now() - beganAt < SOON_MS;
    isFirst = false;
    if (!isOfStart) for (const listener of listeners) listener();
  });
};

/**
 * Calls the listener when a connection follows a time without one, because changes of that time are
 * not announced later. The first connection of a page counts only if it comes late: on a bad line,
 * reading everything twice costs more than a change of these seconds.
 */
export const onReconnect = (listener: () => void): Unsubscribe => {
  if (!isFollowing) follow();
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
