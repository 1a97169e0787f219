import { realtimeLimits, type ClientFrame } from '@izgodno/contract/realtime/frames';

type WatchFrame = Extract<ClientFrame, { type: 'watch' }>;

/** The people that the tabs of one browser watch: the server knows one connection, and so one list. */
export interface WatchedPeople {
  /** Takes what one tab watches from now on, in place of what it watched before; gives the list of all. */
  readonly put: (tabId: string, userIds: readonly string[]) => WatchFrame;
  /** The list without a tab that is gone; null where it watched nobody. */
  readonly leave: (tabId: string) => WatchFrame | null;
  readonly clear: () => void;
}

export const createWatchedPeople = (): WatchedPeople => {
  const byTab = new Map<string, readonly string[]>();

  // Should they be too many, those of the tab that spoke last stay.
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
