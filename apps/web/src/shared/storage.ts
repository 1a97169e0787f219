/** The part of `Storage` that is needed, so that tests can provide their own. */
export interface KeyValues {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
  readonly removeItem: (key: string) => void;
}

/**
 * Wraps browser storage so that it never throws: if storage is forbidden or full, values do not
 * outlive the page.
 */
const forgiving = (open: () => Storage): KeyValues => ({
  getItem: (key) => {
    try {
      return open().getItem(key);
    } catch {
      return null;
    }
  },
  setItem: (key, value) => {
    try {
      open().setItem(key, value);
    } catch {
      // Storage is forbidden: there is no value.
    }
  },
  removeItem: (key) => {
    try {
      open().removeItem(key);
    } catch {
      // Storage is forbidden or full: the value is lost.
    }
  },
});

/** Shared by all tabs. */
export const sharedStorage = forgiving(() => localStorage);
/** Per tab; survives a reload. */
export const tabStorage = forgiving(() => sessionStorage);
