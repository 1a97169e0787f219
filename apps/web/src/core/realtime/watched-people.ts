import { realtimeLimits, type ClientFrame } from '@izgodno/contract/realtime/frames';

type WatchFrame = Extract<ClientFrame, { type: 'watch' }>;

/**
 * The users that the tabs of one browser watch, merged because the server keeps one list per
 * connection.
 */
export interface WatchedPeople {
  /** Replaces the list of one tab and returns the merged list. */
  readonly put: (tabId: string, userIds: readonly string[]) => WatchFrame;
  /** Returns the list without a closed tab; null if that tab watched no users. */
  readonly leave: (tabId: string) => WatchFrame | null;
  readonly clear: () => void;
}

export const createWatchedPeople = (): WatchedPeople => {
  const byTab = new Map<string, readonly string[]>();

  // If the list is too long, the users of the latest tab stay.
  const all = (): WatchFrame => ({
    type: 'watch',
    userIds: [...new Set([...byTab.values()].toReversed().flat())].slice(
      0,
      realtimeLimits.maxWatched,
    ),
  });

  return {
    put: (tabId, userIds) => {
      byTab.delete(tabId);
      byTab.set(tabId, userIds);
      return all();
    },
    leave: (tabId) => (byTab.delete(tabId) ? all() : null),
    clear: () => byTab.clear(),
  };
};
