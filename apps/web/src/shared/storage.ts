/** The part of `Storage` that is needed, so that tests can provide their own. */
export interface KeyValues {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
  readonly removeItem: (key: string) => void;
}

/**
 * Wraps browser storage so that it never throws: if storage is forbidden, values do not outlive the
 * page, which can sign in nevertheless; if it is full, they are lost.
 */
const forgiving = (open: () => Storage): KeyValues => {
  /** Instead of forbidden storage. */
  const values = new Map<string, string>();
  return {
    getItem: (key) => {
      try {
        return open().getItem(key);
      } catch {
        return values.get(key) ?? null;
      }
    },
    setItem: (key, value) => {
      try {
        open().setItem(key, value);
      } catch {
        values.set(key, value);
      }
    },
    removeItem: (key) => {
      try {
        open().removeItem(key);
      } catch {
        values.delete(key);
      }
    },
  };
};

/** Shared by all tabs. */
export const sharedStorage = forgiving(() => localStorage);
/** Per tab; survives a reload. */
export const tabStorage = forgiving(() => sessionStorage);
