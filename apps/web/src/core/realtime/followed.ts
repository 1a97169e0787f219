import { realtimeLimits } from '@izgodno/contract/realtime/frames';
import { realtime } from './browser/realtime.ts';
import type { Unsubscribe } from '#shared/store.ts';

/** The displayed channels of deals, by the part of the page that shows them. */
const followers = new Map<symbol, string>();

const send = (): void => {
  const channelIds = [...new Set(followers.values())].slice(-realtimeLimits.maxFollowed);
  realtime.send({ type: 'follow', channelIds });
};

/**
 * Receives the changes of a deal's comments until the returned function is called. Calls
 * `onConnected` whenever a connection begins, because changes before it are not sent again.
 */
export const followDealChannel = (channelId: string, onConnected: () => void): Unsubscribe => {
  const follower = Symbol('follower');
  followers.set(follower, channelId);
  realtime.start();
  const begin = (): void => {
    if (!realtime.connected.get()) return;
    send();
    onConnected();
  };
  begin();
  const unsubscribe = realtime.connected.subscribe(begin);
  return () => {
    unsubscribe();
    followers.delete(follower);
    send();
  };
};
