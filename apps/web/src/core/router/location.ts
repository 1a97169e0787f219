import { createStore, useStore } from '#shared/store.ts';

/** What an entry of the browser's history remembers beside its address. */
export interface EntryState {
  /** True where the page was reached from the list of deals, so that Back leads there. */
  readonly fromDeals?: boolean;
}

export interface Location {
  readonly path: string;
  /** With its question mark; empty where there is none. */
  readonly query: string;
  readonly state: EntryState;
  /** Names this entry of the history, however often its address occurs in it. */
  readonly key: string;
  /** How one came here: by a link, in place of another entry, or through the history. */
  readonly by: 'push' | 'replace' | 'traverse';
  readonly keepsScroll: boolean;
}

interface Entry {
  readonly key: string;
  readonly state: EntryState;
}

const START_KEY = 'start';
let lastKey = 0;
// Unique across reloads, as the entries of a history outlive the page.
const newKey = (): string => `${Date.now().toString(36)}-${++lastKey}`;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const readEntry = (raw: unknown): Entry => {
  if (!isObject(raw) || typeof raw['key'] !== 'string') return { key: START_KEY, state: {} };
  const state = raw['state'];
  return {
    key: raw['key'],
    state: isObject(state) && state['fromDeals'] === true ? { fromDeals: true } : {},
  };
};

const read = (by: Location['by'], keepsScroll = false): Location => ({
  path: window.location.pathname,
  query: window.location.search,
  ...readEntry(history.state),
  by,
  keepsScroll,
});

const store = createStore<Location>(read('traverse'));

window.addEventListener('popstate', () => store.set(read('traverse')));

export interface NavigateOptions {
  /** Takes the place of the present entry, so that Back does not return to it. */
  readonly replace?: boolean;
  /** Leaves the scroll position as it is; otherwise a new page begins at its top. */
  readonly keepScroll?: boolean;
  readonly state?: EntryState;
}

/** Goes to an address of this site without loading the page anew. */
export const navigate = (
  href: string,
  { replace = false, keepScroll = false, state = {} }: NavigateOptions = {},
): void => {
  const entry: Entry = { key: newKey(), state };
  if (replace) history.replaceState(entry, '', href);
  else history.pushState(entry, '', href);
  store.set(read(replace ? 'replace' : 'push', keepScroll));
};

export const goBack = (): void => history.back();

export const currentLocation = store.get;
export const useLocation = (): Location => useStore(store);
