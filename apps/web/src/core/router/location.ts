import { isObject } from '@izgodno/contract/common/is-object';
import { useSyncExternalStore } from 'react';
import { createStore, useStore } from '#shared/store.ts';

/** State of a history entry beside its URL. */
export interface EntryState {
  /** True if the page was opened from the list of deals, so that Back leads there. */
  readonly fromDeals?: boolean;
}

export interface Location {
  readonly path: string;
  /** With its question mark; empty if there is none. */
  readonly query: string;
  readonly state: EntryState;
  /** Identifies this entry, even if the same URL occurs in several entries. */
  readonly key: string;
  /** How the entry was reached: by a link, by replacing another entry, or through the history. */
  readonly by: 'push' | 'replace' | 'traverse';
  readonly keepsScroll: boolean;
}

interface Entry {
  readonly key: string;
  readonly state: EntryState;
}

// Unique across reloads, because history entries outlive the page.
const newKey = (): string => `${Math.random()}`;

/** The state of the current history entry, as it is. */
export const entryState = (): Readonly<Record<string, unknown>> => {
  const state: unknown = history.state;
  return isObject(state) ? state : {};
};

/** The member of an entry's state that names what covers the page, as `cover-page.ts` sets it. */
export const COVER = 'cover';

/** The state of the current history entry. An entry that the browser made gets its key here. */
const readEntry = (): Entry => {
  const { key, state } = entryState();
  if (typeof key !== 'string') {
    history.replaceState({ key: newKey() }, '');
    return readEntry();
  }
  return {
    key,
    state: isObject(state) && state['fromDeals'] === true ? { fromDeals: true } : {},
  };
};

const read = (by: Location['by'], keepsScroll = false): Location => ({
  path: window.location.pathname,
  query: window.location.search,
  ...readEntry(),
  by,
  keepsScroll,
});

const store = createStore<Location>(read('traverse'));

// Only the entry of a part of the page has no state yet: the browser has scrolled there.
window.addEventListener('popstate', () => store.set(read('traverse', !history.state)));

export interface NavigateOptions {
  /** Replaces the current entry, so that Back does not return to it. */
  readonly replace?: boolean;
  /** Keeps the scroll position; otherwise a new page starts at its top. */
  readonly keepScroll?: boolean;
  readonly state?: EntryState;
}

/** Navigates to a URL of this site without reloading the page. */
export const navigate = (
  href: string,
  { replace = false, keepScroll = false, state = {} }: NavigateOptions = {},
): void => {
  const entry: Entry = { key: newKey(), state };
  // What covers the page ends with it, so the entry below is that of the page.
  if (replace || entryState()[COVER] !== undefined) history.replaceState(entry, '', href);
  else history.pushState(entry, '', href);
  store.set(read(replace ? 'replace' : 'push', keepScroll));
};

export const goBack = (): void => history.back();

export const currentLocation = store.get;
export const onLocation = store.subscribe;
export const useLocation = (): Location => useStore(store);
/** The path alone, for what a change of the query leaves as it is. */
export const usePath = (): string => useSyncExternalStore(store.subscribe, () => store.get().path);
