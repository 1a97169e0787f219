import type { reportSearch } from '@izgodno/contract/search/log-calls';
import type { CallInput } from '@izgodno/contract/common/call';

type Report = CallInput<typeof reportSearch>['body'];

/** After this pause, in milliseconds, a search is no refinement of the one before. */
const REFINED_WITHIN = 10 * 60_000;
/** Searches of this tab that are not reported twice. */
const MAX_REMEMBERED = 200;

export interface SearchReports {
  /** The list of a search is shown. */
  show(searchId: string): void;
  /** The deal at a place of the list that is shown, from 1, is opened. */
  open(rank: number): void;
}

/**
 * Reports each search of a tab once, and the first deal that is opened of it. While filters change,
 * the list is still that of the last search.
 */
export const createSearchReports = (
  send: (report: Report) => void,
  now: () => number = Date.now,
): SearchReports => {
  const opened = new Map<string, boolean>();
  let last: { readonly searchId: string; readonly at: number } | null = null;

  const remember = (searchId: string, isOpened: boolean): void => {
    opened.set(searchId, isOpened);
    if (opened.size <= MAX_REMEMBERED) return;
    const [oldest] = opened.keys();
    if (oldest !== undefined) opened.delete(oldest);
  };

  return {
    show(searchId) {
      if (searchId === last?.searchId) return;
      const before = last;
      last = { searchId, at: now() };
      // Back leads to a search that was reported.
      if (opened.has(searchId)) return;
      remember(searchId, false);
      const isRefined =
        before !== null &&
        opened.get(before.searchId) === false &&
        last.at - before.at < REFINED_WITHIN;
      send({ searchId, ...(isRefined ? { refines: before.searchId } : {}) });
    },
    open(rank) {
      if (last === null || opened.get(last.searchId) !== false) return;
      remember(last.searchId, true);
      send({ searchId: last.searchId, rank });
    },
  };
};
