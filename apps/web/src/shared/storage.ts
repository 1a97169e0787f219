/** The part of `Storage` that is needed, so that tests bring their own. */
export interface KeyValues {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
  readonly removeItem: (key: string) => void;
}

/**
 * A storage of the browser that never throws: where it is forbidden or full, what was to be kept
 * does not outlive the page.
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
      // See above.
    }
  },
  removeItem: (key) => {
    try {
      open().removeItem(key);
    } catch {
      // See above.
    }
  },
});

/** Shared by all tabs. */
export const sharedStorage = forgiving(() => localStorage);
/** Of this tab alone; it outlives a reload. */
export const tabStorage = forgiving(() => sessionStorage);
