import { realtimeLimits } from '@izgodno/contract/realtime/frames';
import { getStatus, setStatus } from '@izgodno/contract/chat/user-calls';
import type { Status } from '@izgodno/contract/chat/presence';
import { queryOptions } from '@tanstack/react-query';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { api } from '#core/api/api.ts';
import { ownTask } from '#shared/browser-events.ts';
import type { Unsubscribe } from '#shared/store.ts';

/** The user's own status. */
export const ownStatusQuery = (userId: string) =>
  queryOptions({
    queryKey: ['chat', 'status', userId],
    queryFn: async ({ signal }) => {
      await ownTask();
      return (await api.call(getStatus, {}, signal)).status;
    },
  });

/** Saves the status and returns the stored one. Throws `ApiError`. */
export const saveStatus = async (status: Status): Promise<Status> =>
  (await api.call(setStatus, { body: status })).status;

/** Whether a status is still valid; an expired one is not. */
export const holds = ({ until }: Status, now: number): boolean =>
  until === null || Date.parse(until) > now;

/** The visible users, by the part of the page that shows them. */
const watchers = new Map<symbol, readonly string[]>();

const sendWatched = (): void => {
  const userIds = [...new Set([...watchers.values()].flat())].slice(0, realtimeLimits.maxWatched);
  realtime.send({ type: 'watch', userIds });
};

/** Watches the visible users on each new connection, because the server forgets them with the old one. */
export const followPresence = (): void => {
  realtime.connected.subscribe(() => {
    if (realtime.connected.get()) sendWatched();
  });
};

/** Watches the presence of users until the returned function is called. */
export const watchPresence = (userIds: readonly string[]): Unsubscribe => {
  const watcher = Symbol('watcher');
  watchers.set(watcher, userIds);
  sendWatched();
  return () => {
    watchers.delete(watcher);
    sendWatched();
  };
};
