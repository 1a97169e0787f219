import { tabLocks } from './other-tabs.ts';

/**
 * Claims of one page among the pages of a browser, because two tabs must not send the same thing.
 */
export interface PageClaims {
  /** Resolves to true if this page holds the claim from now on; false if another page does. */
  readonly claim: (id: string) => Promise<boolean>;
  readonly letGo: (id: string) => void;
}

/**
 * Claims by locks named `kind-id`, which the browser releases when the page is closed. Without
 * locks, every page may work on everything. What is claimed must be read
 * after the claim, because the page that held it may have changed it.
 */
export const createPageClaims = (kind: string): PageClaims => {
  /** Release functions of the claims that this page holds. */
  const held = new Map<string, () => void>();
  return {
    claim: (id) => {
      const locks = tabLocks();
      // A user who signs in again in the same page keeps its claims.
      if (locks === undefined || held.has(id)) return Promise.resolve(true);
      return new Promise((resolve) => {
        locks
          .request(`${kind}-${id}`, { ifAvailable: true }, (lock) => {
            resolve(lock !== null);
            // A null lock is released at once.
            return lock === null
              ? undefined
              : new Promise<void>((letGo) => void held.set(id, letGo));
          })
          // Where the browser forbids storage it may reject locks too.
          .catch(() => resolve(true));
      });
    },
    letGo: (id) => {
      held.get(id)?.();
      held.delete(id);
    },
  };
};
