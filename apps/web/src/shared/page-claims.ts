/** What this page alone works on among the pages of one browser: two tabs must not send the same thing. */
export interface PageClaims {
  /** True where this page works on it from now on; false where another page does. */
  readonly claim: (id: string) => Promise<boolean>;
  readonly letGo: (id: string) => void;
}

/**
 * Claims by locks named `kind-id`, which the browser takes back when the page is closed. Without locks,
 * as outside secure origins, every page may work on everything.
 */
export const createPageClaims = (kind: string): PageClaims => {
  /** How to let go of each that this page works on. */
  const held = new Map<string, () => void>();
  return {
    claim: (id) => {
      const locks: LockManager | undefined = navigator.locks;
      // Who signs in again in the same page goes on with what it holds.
      if (locks === undefined || held.has(id)) return Promise.resolve(true);
      return new Promise((resolve) => {
        void locks.request(`${kind}-${id}`, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          // A null lock is let go at once.
          return lock === null ? undefined : new Promise<void>((letGo) => void held.set(id, letGo));
        });
      });
    },
    letGo: (id) => {
      held.get(id)?.();
      held.delete(id);
    },
  };
};
